import { hash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Of the built console, which the gateway serves under the same path. */
const ASSETS = fileURLToPath(new URL("../../../../web/dist/assets/", import.meta.url));
const FONT_FACES = /@font-face\s*\{[^@}]*\}/g;

/** The console's look (web/src/ui/tokens.css), for pages that run no script. */
const LOOK = `
:root{color-scheme:light dark;--bg:#f6f6f4;--panel:#fff;--line:#e4e3df;--field:#c9c8c3;--ink:#1b1c1f;--mute:#5f6067;--accent:#4646c6;--accent-ink:#fff;--bad:#a82a22;--bad-soft:#fce9e7}
@media(prefers-color-scheme:dark){:root{--bg:#111215;--panel:#18191d;--line:#2b2d33;--field:#3d4048;--ink:#ececf0;--mute:#a0a2ac;--accent:#a6a8ff;--accent-ink:#14152e;--bad:#ff9a91;--bad-soft:#401b18}}
*{box-sizing:border-box}
body{display:grid;min-height:100vh;place-items:center;margin:0;padding:1.5rem 1rem;background:var(--bg);color:var(--ink);font:.875rem/1.5 "Inter Variable","Inter Fallback",system-ui,sans-serif;font-feature-settings:"cv11","ss03";-webkit-font-smoothing:antialiased}
main{width:100%;max-width:25rem;padding:1.75rem;background:var(--panel);border:1px solid var(--line);border-radius:14px;overflow-wrap:anywhere}
.brand{display:flex;align-items:center;gap:.5625rem;margin:0 0 1.375rem;color:var(--ink);font-weight:650}
h1{margin:0 0 .5rem;font-size:1.3125rem;line-height:1.3;letter-spacing:-.015em}
p{margin:0 0 .75rem;color:var(--mute)}
p strong{color:var(--ink)}
ul{margin:0 0 .875rem;padding-left:1.125rem}
form{margin-top:1rem}
label{display:block;margin:0 0 .875rem;font-size:.8125rem;font-weight:560}
input{display:block;width:100%;height:2.25rem;margin-top:.25rem;padding:0 .75rem;border:1px solid var(--field);border-radius:7px;background:transparent;color:inherit;font:inherit;font-size:.875rem;font-weight:400}
button{height:2.25rem;margin:.125rem .5rem .375rem 0;padding:0 1rem;border:1px solid var(--field);border-radius:7px;background:var(--panel);color:inherit;font:inherit;font-weight:560;cursor:pointer}
form button:first-of-type{border-color:var(--accent);background:var(--accent);color:var(--accent-ink)}
a{color:var(--accent);text-underline-offset:.1875rem}
form~p{margin:.875rem 0 0}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.problem{margin:.875rem 0 0;padding:.625rem .875rem;border-radius:8px;background:var(--bad-soft);color:var(--bad)}
`;

export interface PageStyle {
  text: string;
  /** For the policy of the page, as in `sha256-…`. */
  hash: string;
}

/** The console's own rules for fonts, and thus its own files; none while it has not been built. */
const fontFaces = (): string =>
  existsSync(ASSETS)
    ? readdirSync(ASSETS)
        .filter((name) => name.endsWith(".css"))
        .flatMap((name) => readFileSync(join(ASSETS, name), "utf8").match(FONT_FACES) ?? [])
        .join("")
    : "";

let withFonts: PageStyle | undefined;

/** The style of all pages. */
export function pageStyle(): PageStyle {
  if (withFonts !== undefined) return withFonts;
  const fonts = fontFaces();
  const text = fonts + LOOK;
  const style = { text, hash: `sha256-${hash("sha256", text, "base64")}` };
  if (fonts !== "") withFonts = style;
  return style;
}
