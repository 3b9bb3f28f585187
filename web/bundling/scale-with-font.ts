import type { Plugin } from "vite";

/** Pixels in rem at the usual font size of 16px. */
const inUnit = (unit: "rem" | "em") => (_: string, pixels: string) => `${Number(pixels) / 16}${unit}`;
const PIXELS = /(?<![\w#.-])(-?(?:\d+\.)?\d+)px\b/g;
/** Lines stay fine, however large the text is. */
const LINES = /^(border|outline|box-shadow|--shadow)/;
const DECLARATION = /([\w-]+)(\s*:\s*)([^;{}]+)(?=[;}])/g;
const CONDITION = /@(media|container)([^{]*)\{/g;

/**
 * Styles whose lengths grow with the font size of the browser: they are written in pixels at its usual size of 16px. In
 * conditions, an em is that of the browser, or, of a container, that of its text.
 */
export const scaleWithFont = (css: string): string =>
  css
    .replaceAll(DECLARATION, (all, name: string, colon: string, value: string) =>
      LINES.test(name) ? all : `${name}${colon}${value.replaceAll(PIXELS, inUnit("rem"))}`,
    )
    .replaceAll(
      CONDITION,
      (_, kind: string, condition: string) =>
        `@${kind}${condition.replaceAll(PIXELS, inUnit(kind === "media" ? "em" : "rem"))}{`,
    );

/** The same for icons, whose size is a property of their component. */
export const scaleIcons = (component: string): string =>
  component.replaceAll(/\bsize=\{(\d+)\}/g, (_, pixels: string) => `size="${Number(pixels) / 16}rem"`);

/** Applies both to the console. Styles of libraries scale by themselves. */
export const createFontScale = (): Plugin => ({
  name: "font-scale",
  enforce: "pre",
  transform: (code, id) => {
    if (!/\/web\/src\/.*\.(css|tsx)$/.test(id)) return null;
    return { code: id.endsWith(".css") ? scaleWithFont(code) : scaleIcons(code), map: null };
  },
});
