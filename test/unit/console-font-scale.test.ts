import { expect, test } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import { scaleIcons, scaleWithFont } from "../../web/bundling/scale-with-font.ts";

test.each([
  [".a { font-size: 12.5px; padding: 8px 12px }", ".a { font-size: 0.78125rem; padding: 0.5rem 0.75rem }"],
  [".a { margin: -4px calc(100% - 24px); }", ".a { margin: -0.25rem calc(100% - 1.5rem); }"],
  [
    "body { font: 14px/1.5 var(--font); --edge: 16px; }",
    "body { font: 0.875rem/1.5 var(--font); --edge: 1rem; }",
  ],
  [".a { border: 1px solid; outline-offset: 2px; box-shadow: 0 0 0 1px }", null],
  [".px2 > a:hover { color: #12px; top: 0 }", null],
  ["@media (max-width: 640px) { .a { gap: 8px; } }", "@media (max-width: 40em) { .a { gap: 0.5rem; } }"],
  ["@container (max-width: 480px) {", "@container (max-width: 30rem) {"],
])("%s grows with the font size of the browser, except for lines", (css, scaled) => {
  expect(scaleWithFont(css)).toBe(scaled ?? css);
});

test("icons grow with the font size of the browser, too", () => {
  expect(scaleIcons("<IconX size={15} aria-hidden />")).toBe('<IconX size="0.9375rem" aria-hidden />');
  const sources = globSync("web/src/**/*.tsx").map((file) => readFileSync(file, "utf8"));
  const icons = sources.flatMap((source) => source.match(/<(Icon\w+|Sign|Icon)\b[^>]*/g) ?? []);
  expect(icons.length).toBeGreaterThan(50);
  expect(icons.filter((icon) => !/ size="[\d.]+rem"/.test(scaleIcons(icon)))).toEqual([]);
});

test("no text of the console has a size in pixels", () => {
  const files = globSync("web/src/**/*.css");
  expect(files.length).toBeGreaterThan(20);
  const sizes = files.flatMap(
    (file) => scaleWithFont(readFileSync(file, "utf8")).match(/font(-size)?:[^;]*px/g) ?? [],
  );
  expect(sizes).toEqual([]);
});
