import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  accessibilityProblems,
  expectNoSidewaysScroll,
  openConsole,
  type ConsoleBrowser,
} from "./support/console.ts";
import { consoleScreens } from "./support/console-screens.ts";
import { setConsoleStage, type ConsoleStage } from "./support/console-stage.ts";
import { startProduct, type Product } from "./support/product.ts";

const PATIENCE_MS = 180_000;
const THEMES = ["light", "dark"] as const;
/** Of scripts, before anything is shown. */
const MOST_BYTES = 250_000;
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1_366, height: 860 };

let product: Product;
let stage: ConsoleStage;
let browser: ConsoleBrowser;

beforeAll(async () => {
  product = await startProduct({ parts: ["worker", "retrieval"] });
  stage = await setConsoleStage(product);
  browser = await openConsole(product.config.publicUrl);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await product.stop();
}, 60_000);

test("what is loaded first is small, and comes compressed", async () => {
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

describe.each(THEMES)("in the %s theme", (colorScheme) => {
  test(
    "every screen is accessible, and fits a phone",
    async () => {
      const { page, signIn, close, problems } = await browser.visit({ colorScheme, viewport: DESK });
      await page.goto("/sign-in");
      await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
      const found: Record<string, string[]> = { "sign-in": await accessibilityProblems(page) };
      await signIn(stage.manager.email);
      await page.getByRole("navigation", { name: "Main" }).waitFor();
      for (const [name, path, text] of consoleScreens(stage)) {
        await page.setViewportSize(DESK);
        await page.goto(path);
        await page.getByText(text).first().waitFor();
        await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
        found[name] = await accessibilityProblems(page);
        await page.setViewportSize(PHONE);
        await expectNoSidewaysScroll(page);
        found[`${name}, phone`] = await accessibilityProblems(page);
      }
      await close();
      expect(Object.entries(found).filter(([, some]) => some.length > 0)).toEqual([]);
      expect(problems).toEqual([]);
    },
    PATIENCE_MS,
  );
});
