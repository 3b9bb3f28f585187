import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  accessibilityProblems,
  expectNoSidewaysScroll,
  openConsole,
  type ConsoleBrowser,
} from "./support/console.ts";
import { consoleScreens } from "./support/console-screens.ts";
import { PASSWORD } from "./support/people.ts";
import { startProduct, type Product } from "./support/product.ts";
import { setScreensStage, type ScreensStage } from "./support/screens-stage.ts";

const PATIENCE_MS = 300_000;
const THEMES = ["light", "dark"] as const;
/** Only colours differ between the themes. */
const ON_DESK = { light: "all", dark: "colours" } as const;
type Viewer = "manager" | "admin" | "auditor";
/** Of scripts, before anything is shown. */
const MOST_BYTES = 250_000;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1_366, height: 860 };

let product: Product;
let stage: ScreensStage;
let browser: ConsoleBrowser;
/** Of what has been started, even if the rest has failed. */
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  product = await startProduct({
    parts: ["worker", "retrieval"],
    environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" },
  });
  stops.push(() => product.stop());
  stage = await setScreensStage(product);
  browser = await openConsole(product.config.publicUrl);
  stops.push(() => browser.close());
}, 300_000);
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
}, 60_000);

test("the first load is small and compressed", async () => {
  const accept = { accept: "text/html", "accept-encoding": "br" };
  const html = await (await product.anonymous.fetch("/", { headers: accept })).text();
  const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  expect(scripts.length).toBeGreaterThan(1);
  let bytes = 0;
  for (const path of scripts) {
    const answer = await product.anonymous.fetch(path, { headers: accept });
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(answer.headers.get("content-type")).toContain("javascript");
    expect(answer.headers.get("cache-control")).toContain("immutable");
    bytes += Number(answer.headers.get("content-length"));
  }
  expect(bytes).toBeLessThan(MOST_BYTES);
});

const screensOf = (viewer: Viewer) =>
  consoleScreens(stage)
    .map(([name, path, text, conditions = {}]) => [name, path, text, conditions] as const)
    .filter(([, , , { by = "manager" }]) => by === viewer);

/** The accessibility problems of each screen of this role, at both widths. */
async function look(colorScheme: (typeof THEMES)[number], by: Viewer): Promise<Record<string, string[]>> {
  const { page, signIn, close, problems } = await browser.visit({ colorScheme, viewport: DESK });
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  const found: Record<string, string[]> = {
    "sign-in": await accessibilityProblems(page, ON_DESK[colorScheme]),
  };
  const { email } = by === "admin" ? await product.signIn("admin") : stage[by];
  await signIn(email);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  for (const [name, path, text, { open }] of screensOf(by)) {
    await page.setViewportSize(DESK);
    await page.goto(path);
    await page.getByText(text).first().waitFor();
    await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
    await open?.(page);
    found[name] = await accessibilityProblems(page, ON_DESK[colorScheme]);
    // Narrow screens have the same colours and elements in both themes.
    if (colorScheme === "dark") continue;
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    found[`${name}, phone`] = await accessibilityProblems(page, "all but colours");
  }
  await close();
  expect(problems).toEqual([]);
  return found;
}

describe.each(THEMES)("in the %s theme", (colorScheme) => {
  test.each(["manager", "admin", "auditor"] as const)(
    "every screen of a %s is accessible, and fits a phone",
    async (by) => {
      const found = await look(colorScheme, by);
      expect(Object.entries(found).filter(([, some]) => some.length > 0)).toEqual([]);
    },
    PATIENCE_MS,
  );
});

test.each(["manager", "admin", "auditor"] as const)(
  "every screen of a %s fits a phone in German",
  async (by) => {
    const { page, close, problems } = await browser.visit({ locale: "de-DE", viewport: PHONE });
    const { email } = by === "admin" ? await product.signIn("admin") : stage[by];
    await page.goto("/sign-in");
    await page.getByLabel("E-Mail-Adresse").fill(email);
    await page.getByRole("textbox", { name: "Passwort" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.getByRole("heading", { name: "Start", level: 1 }).waitFor();
    for (const [, path, , { open }] of screensOf(by)) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.getByRole("status", { name: "Wird geladen" }).first().waitFor({ state: "detached" });
      await open?.(page);
      await expectNoSidewaysScroll(page);
    }
    await close();
    expect(problems).toEqual([]);
  },
  PATIENCE_MS,
);
