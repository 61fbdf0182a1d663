"""Reads a picture file of any kind into the one form the rest works with.

Whatever the file holds (grey, 16 bits, alpha, palette, CMYK, a camera's orientation tag), the
answer is blue-green-red uint8, turned the way a person sees it. Pillow does the decoding: it reads
the size before the pixels, so that a picture too large is refused or decoded reduced.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.frame import Picture

#: Larger pictures are handed on reduced by a whole factor: 24 megapixels hold a card's index at
#: any distance at which the whole table is in view, and cost 72 MB.
WORK_PIXELS = 24_000_000
#: JPEGs decode straight to a half, quarter or eighth of their size; progressive ones still need
#: up to 6 bytes a pixel while they do.
MAX_JPEG_PIXELS = 130_000_000
#: All other kinds have to be decoded whole first, at 4 bytes a pixel.
MAX_PIXELS = 64_000_000

#: No format that runs another program (EPS) or that nobody photographs in.
FORMATS = ("JPEG", "MPO", "PNG", "WEBP", "TIFF", "BMP", "GIF", "PPM", "JPEG2000", "AVIF")
#: What shows through where a picture is transparent. Neither a card's white nor a dark table.
BEHIND_ALPHA = (128, 128, 128)


class PictureError(Exception):
    """A picture that cannot be read; `str(error)` is one sentence that names the file."""


@dataclass(frozen=True, eq=False)
class StillPicture:
    """A decoded picture file."""

    picture: Picture
    """(H, W, 3) uint8, blue-green-red, upright."""
    scale: float
    """Pixels of the original (upright) picture for one pixel of `picture`; 1 unless reduced."""
    width: int
    """Of the original picture, upright, in pixels."""
    height: int


def read_picture(path: str | Path) -> StillPicture:
    """The picture in the file `path`.

    Raises PictureError for what is missing, empty, cut off, damaged, too large or no picture.
    """
    path = Path(path)
    _check_readable(path)
    try:
        with _opened(path) as image:
            _check_size(image, path)
            return _decoded(image)
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError(
            f"{path} is no picture that can be read here; JPEG, PNG, WebP, TIFF, BMP and GIF can."
        ) from None
    except MemoryError:
        raise PictureError(f"{path} needs more memory than there is; make it smaller.") from None
    except Exception as fault:  # decoders raise nearly anything at damaged data
        raise PictureError(f"{path} is cut off or damaged ({fault}).") from None


def _check_readable(path: Path) -> None:
    if path.is_dir():
        raise PictureError(f"{path} is a folder; name the pictures in it.")
    if not path.exists():
        raise PictureError(f"There is no file {path}.")
    if not path.is_file():
        raise PictureError(f"{path} is no picture file.")
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except OSError as fault:
        raise PictureError(f"{path} cannot be read: {fault.strerror}.") from None
    if empty:
        raise PictureError(f"{path} is empty.")


def _opened(path: Path) -> Image.Image:
    Image.init()
    # Our own limits below are lower than Pillow's, and say what to do.
    Image.MAX_IMAGE_PIXELS = None
    return Image.open(path, formats=[name for name in FORMATS if name in Image.OPEN])


def _check_size(image: Image.Image, path: Path) -> None:
    limit = MAX_JPEG_PIXELS if image.format in ("JPEG", "MPO") else MAX_PIXELS
    if image.width * image.height > limit:
        raise PictureError(
            f"{path} has {image.width} x {image.height} pixels; {image.format} pictures are read "
            f"up to {limit // 1_000_000} megapixels, so make it smaller."
        )


def _decoded(image: Image.Image) -> StillPicture:
    wide, high = image.size
    if image.format in ("JPEG", "MPO") and wide * high > WORK_PIXELS:
        share = (WORK_PIXELS / (wide * high)) ** 0.5
        image.draft(None, (int(wide * share / 1.5), int(high * share / 1.5)))
    image.load()
    while image.width * image.height > WORK_PIXELS:
        image = image.reduce(2)
    upright = ImageOps.exif_transpose(image)
    if image.getexif().get(0x0112, 1) in (5, 6, 7, 8):
        wide, high = high, wide
    colours = np.asarray(_as_rgb(upright))
    picture = np.ascontiguousarray(colours[:, :, ::-1])
    return StillPicture(picture, wide / picture.shape[1], wide, high)


def _as_rgb(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I") or image.mode == "F":
        return Image.fromarray(_as_8_bits(np.asarray(image))).convert("RGB")
    if image.has_transparency_data:
        ground = Image.new("RGBA", image.size, (*BEHIND_ALPHA, 255))
        ground.alpha_composite(image.convert("RGBA"))
        return ground.convert("RGB")
    return image.convert("RGB")


def _as_8_bits(values: np.ndarray) -> Picture:
    """Grey values of more than 8 bits, or of 0 to 1 in floating point, as bytes."""
    wide = np.nan_to_num(values.astype(np.float32))
    if np.issubdtype(values.dtype, np.floating):
        top = 1.0 if wide.max(initial=0) <= 1.0 else 255.0
    else:
        top = 65535.0 if wide.max(initial=0) > 255 else 255.0
    eight: Picture = np.clip(wide * (255.0 / top), 0, 255).astype(np.uint8)
    return eight
