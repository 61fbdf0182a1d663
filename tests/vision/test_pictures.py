"""Any picture file gives the right picture or one plain sentence."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision.pictures import PictureError, read_picture

RED, GREEN = (220, 30, 30), (30, 180, 60)


def halves(size: tuple[int, int] = (60, 40)) -> Image.Image:
    """Left half red, right half green."""
    image = Image.new("RGB", size, RED)
    image.paste(GREEN, (size[0] // 2, 0, size[0], size[1]))
    return image


def is_near(pixel: np.ndarray, rgb: tuple[int, int, int], within: int = 12) -> bool:
    return bool(np.abs(pixel[::-1].astype(int) - rgb).max() <= within)


@pytest.mark.parametrize("suffix", ["jpg", "png", "bmp", "webp", "tif", "gif", "ppm"])
def test_every_common_kind_is_read_as_blue_green_red(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"card.{suffix}"
    halves().save(path, quality=95)
    still = read_picture(path)
    assert still.picture.dtype == np.uint8
    assert still.picture.shape == (40, 60, 3)
    assert (still.scale, still.width, still.height) == (1.0, 60, 40)
    assert is_near(still.picture[20, 10], RED)
    assert is_near(still.picture[20, 50], GREEN)


@pytest.mark.parametrize(
    ("orientation", "size", "red_at"),
    [
        (1, (60, 40), (10, 20)),
        (2, (60, 40), (50, 20)),
        (3, (60, 40), (50, 20)),
        (4, (60, 40), (10, 20)),
        (5, (40, 60), (20, 10)),
        (6, (40, 60), (20, 10)),
        (7, (40, 60), (20, 50)),
        (8, (40, 60), (20, 50)),
    ],
)
def test_the_cameras_orientation_tag_is_obeyed(
    tmp_path: Path, orientation: int, size: tuple[int, int], red_at: tuple[int, int]
) -> None:
    path = tmp_path / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = orientation
    halves().save(path, quality=95, exif=exif)
    still = read_picture(path)
    assert (still.width, still.height) == size
    assert still.picture.shape[:2] == (size[1], size[0])
    assert is_near(still.picture[red_at[1], red_at[0]], RED)


def test_a_grey_picture_has_three_equal_channels(tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    Image.new("L", (8, 6), 77).save(path)
    assert (read_picture(path).picture == 77).all()


def test_sixteen_bits_are_scaled_to_eight(tmp_path: Path) -> None:
    grey, colour = tmp_path / "grey.png", tmp_path / "colour.png"
    cv2.imwrite(str(grey), np.full((6, 8), 0x4D4D, np.uint16))
    cv2.imwrite(str(colour), np.full((6, 8, 3), (0x1010, 0x8080, 0xF0F0), np.uint16))
    assert np.abs(read_picture(grey).picture.astype(int) - 0x4D).max() <= 1
    assert is_near(read_picture(colour).picture[0, 0], (0xF0, 0x80, 0x10), within=1)


def test_what_is_transparent_shows_grey_and_what_is_not_shows_itself(tmp_path: Path) -> None:
    path = tmp_path / "alpha.png"
    image = halves().convert("RGBA")
    image.putalpha(Image.new("L", image.size, 255))
    image.paste((0, 0, 0, 0), (0, 0, 10, 40))
    image.save(path)
    picture = read_picture(path).picture
    assert is_near(picture[20, 5], (128, 128, 128))
    assert is_near(picture[20, 20], RED)


def test_palette_and_cmyk_pictures_keep_their_colours(tmp_path: Path) -> None:
    palette, cmyk = tmp_path / "palette.png", tmp_path / "cmyk.jpg"
    halves().convert("P", palette=Image.Palette.ADAPTIVE).save(palette)
    halves().convert("CMYK").save(cmyk, quality=95)
    assert is_near(read_picture(palette).picture[20, 50], GREEN)
    assert is_near(read_picture(cmyk).picture[20, 50], GREEN, within=20)


def test_a_black_and_white_picture_is_read(tmp_path: Path) -> None:
    path = tmp_path / "line.png"
    Image.new("1", (8, 6), 1).save(path)
    assert (read_picture(path).picture == 255).all()


def test_a_large_jpeg_is_decoded_reduced_with_its_scale(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    halves((8000, 6000)).save(path, quality=60)
    still = read_picture(path)
    assert (still.width, still.height) == (8000, 6000)
    assert still.picture.shape[0] * still.picture.shape[1] <= 24_000_000
    assert still.picture.shape[1] * still.scale == pytest.approx(8000)
    assert is_near(still.picture[10, 10], RED)


def test_a_hundred_megapixel_jpeg_fits_into_one_gigabyte(tmp_path: Path) -> None:
    path = tmp_path / "huge.jpg"
    Image.new("L", (12000, 8400), 90).save(path, quality=40, progressive=True)
    reading = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_DATA, (10**9, 10**9));"
        "from vision.pictures import read_picture; print(read_picture(sys.argv[1]).scale)"
    )
    done = subprocess.run(
        [sys.executable, "-c", reading, str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) >= 2


def test_a_picture_above_the_limit_is_refused_with_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    Image.new("1", (12000, 8400)).save(path)
    with pytest.raises(PictureError, match=r"huge.png has 12000 x 8400 pixels.*64 megapixels"):
        read_picture(path)


def encoded(kind: str) -> bytes:
    store = io.BytesIO()
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8)
    Image.fromarray(noise).save(store, kind)
    return store.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
def test_a_file_that_is_cut_off_is_said_to_be(tmp_path: Path, kind: str, share: float) -> None:
    path = tmp_path / f"cut.{kind.lower()}"
    whole = encoded(kind)
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(PictureError, match="cut"):
        read_picture(path)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF", "GIF"])
def test_damage_gives_a_picture_or_a_sentence_never_another_error(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "damaged.bin"
    whole = bytearray(encoded(kind))
    rng = np.random.default_rng(7)
    for _ in range(40):
        hurt = bytearray(whole)
        for place in rng.integers(0, min(len(hurt), 600), 12):
            hurt[place] = int(rng.integers(0, 256))
        path.write_bytes(hurt)
        with contextlib.suppress(PictureError):
            assert read_picture(path).picture.ndim == 3


def test_what_is_no_picture_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "empty.png").write_bytes(b"")
    (tmp_path / "words.png").write_text("This is no picture.")
    (tmp_path / "folder.png").mkdir()
    os.mkfifo(tmp_path / "pipe.png")
    for name, words in [
        ("empty.png", "empty"),
        ("words.png", "no picture"),
        ("folder.png", "folder"),
        ("pipe.png", "no picture"),
        ("missing.png", "no file"),
    ]:
        with pytest.raises(PictureError, match=words) as caught:
            read_picture(tmp_path / name)
        assert name in str(caught.value)
        assert "\n" not in str(caught.value)
