import Bowser from "bowser";

/** The browser and system of a sign-in, such as Firefox and Linux; null if unknown. */
export interface NamedBrowser {
  browser: string | null;
  system: string | null;
}

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));

/** The library repeats names that it does not know, and these may say anything. */
const known = (names: ReadonlySet<string>, name: string | undefined): string | null =>
  name !== undefined && names.has(name) ? name : null;

export function nameBrowser(userAgent: string | null): NamedBrowser {
  if (userAgent === null) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  const system = known(SYSTEMS, os.name);
  // "Samsung Internet for Android" repeats its system.
  const name = known(BROWSERS, browser.name)?.replace(` for ${system}`, "") ?? null;
  return { browser: name, system };
}
