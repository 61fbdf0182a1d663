// Writes the drawings that a React package holds as code to files:
//   node react_drawings.mjs PACKAGE/dist/index.esm.js FOLDER
// Its components only ever call React.createElement, so a stand-in that writes SVG is enough.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const [, , bundle, folder] = process.argv;
const asIs = new Set(["viewBox", "preserveAspectRatio", "patternUnits", "patternContentUnits",
  "patternTransform", "gradientUnits", "gradientTransform"]);
const attribute = (name) => name === "xlinkHref" ? "xlink:href"
  : asIs.has(name) ? name
  : name.replace(/[A-Z]/g, (capital) => "-" + capital.toLowerCase());
const React = {
  createElement(tag, properties, ...children) {
    const attributes = Object.entries(properties ?? {})
      .filter(([name, value]) => value != null && name !== "className" && name !== "style")
      .map(([name, value]) => ` ${attribute(name)}="${value}"`).join("");
    const names = tag === "svg" ? ' xmlns:xlink="http://www.w3.org/1999/xlink"' : "";
    return `<${tag}${attributes}${names}>${children.flat().filter(Boolean).join("")}</${tag}>`;
  },
};
const code = readFileSync(bundle, "utf8")
  .replace(/^import .*$/gm, "")
  .replace(/export\s*\{([^}]*)\};?/, (_, names) =>
    "return {" + names.split(",").map((name) => name.trim()).filter(Boolean).map((name) => {
      const [inner, outer] = name.split(/\s+as\s+/);
      return `${outer ?? inner}: ${inner}`;
    }).join(", ") + "};");
const drawings = new Function("React", "_extends", code)(React, Object.assign);
mkdirSync(folder, { recursive: true });
for (const [name, draw] of Object.entries(drawings)) {
  writeFileSync(`${folder}/${name}.svg`, draw({}));
}
