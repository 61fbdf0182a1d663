// From the table to the picture and back. Both are measured from 0 to 1: the table over its own
// rectangle, the picture over its width and height.

export function throughCorners([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const all = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / all;
  const h = (dx1 * sy - sx * dy1) / all;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1];
}

export function inverse([a, b, c, d, e, f, g, h, i]) {
  // Up to a factor, which a map of this kind does not mind.
  return [
    e * i - f * h, c * h - b * i, b * f - c * e,
    f * g - d * i, a * i - c * g, c * d - a * f,
    d * h - e * g, b * g - a * h, a * e - b * d,
  ];
}

export function mapped([a, b, c, d, e, f, g, h, i], [x, y]) {
  const w = g * x + h * y + i;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

export function ellipse([x, y, rx, ry], points = 48) {
  return Array.from({ length: points }, (_, n) => {
    const turn = (2 * Math.PI * n) / points;
    return [x + rx * Math.cos(turn), y + ry * Math.sin(turn)];
  });
}

// Width through height of the table, as its corners look in a picture of that shape.
export function aspectOf(corners, shape) {
  const side = (n) => {
    const [[x1, y1], [x2, y2]] = [corners[n], corners[(n + 1) % 4]];
    return Math.hypot((x2 - x1) * shape, y2 - y1);
  };
  return (side(0) + side(2)) / (side(1) + side(3));
}

// Degrees clockwise from the right, as seats are measured: a place just inside the table's edge.
export function onRim(angle, aspect, reach = 0.44) {
  const [x, y] = [Math.cos((angle * Math.PI) / 180) / aspect, Math.sin((angle * Math.PI) / 180)];
  const far = reach / Math.max(Math.abs(x), Math.abs(y));
  return [0.5 + far * x, 0.5 + far * y];
}

export function angleOf([x, y], aspect) {
  return ((Math.atan2(y - 0.5, (x - 0.5) * aspect) * 180) / Math.PI + 360) % 360;
}
