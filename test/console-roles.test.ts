import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { openConsole, type ConsoleBrowser, type Visit } from "./support/console.ts";
import { consoleScreens } from "./support/console-screens.ts";
import { startProduct, type Product } from "./support/product.ts";
import { setScreensStage, type ScreensStage } from "./support/screens-stage.ts";

const PATIENCE_MS = 600_000;
const NOWHERE = "Page not found";
const OF_ADMINISTRATORS = [
  "integrations",
  "Slack",
  "OAuth clients",
  "new OAuth client",
  "identity providers",
  "new provider",
  "system health",
  "failed workflows",
];
const OF_AUDITORS = ["audits", "audit room"];
/** Screens that are not there for a role; every other screen is. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  admin: [...OF_AUDITORS, "nowhere"],
  manager: [...OF_ADMINISTRATORS, ...OF_AUDITORS, "nowhere"],
  auditor: ["new project", "people", ...OF_ADMINISTRATORS, "nowhere"],
  customer: [
    "review",
    "several reviews",
    "people",
    "audit log",
    ...OF_ADMINISTRATORS,
    ...OF_AUDITORS,
    "nowhere",
  ],
};

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

/** Other rows of the same kind lead to the same screen. */
const kindOf = (path: string): string =>
  new URL(path, "http://console").pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id");

const linksOn = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("a[href^='/']")].map((link) => link.getAttribute("href"))`);

/** Opens an address, and returns whether it is there for this user. */
async function open({ page, quiet }: Visit, path: string): Promise<boolean> {
  await page.goto(path);
  const nowhere = page.getByText(NOWHERE);
  await page.getByRole("heading", { level: 1 }).or(nowhere).first().waitFor();
  await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
  await quiet();
  return (await nowhere.count()) === 0;
}

test.each(Object.entries(MISSING))(
  "%s: no screen asks the API for what the role may not have, and no link leads there",
  async (role, missing) => {
    const visit = await browser.visit();
    const { page, signIn, close, problems } = visit;
    const refused: string[] = [];
    const { email } = role === "admin" ? await product.signIn("admin") : stage[role as "manager"];
    await page.goto("/sign-in");
    await signIn(email);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    page.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    const notThere: string[] = [];
    const seen = new Set<string>();
    const links = new Map<string, string>();
    for (const [name, path, , { isPrivate = false } = {}] of consoleScreens(stage)) {
      if (isPrivate && role !== "manager") continue;
      if (!(await open(visit, path))) notThere.push(name);
      else seen.add(kindOf(path));
      for (const link of await linksOn(page)) links.set(kindOf(link), link);
    }
    expect(notThere).toEqual(missing);
    const dead: string[] = [];
    for (const [kind, link] of links)
      if (!seen.has(kind) && !/^\/(api|docs)\b/.test(kind) && !(await open(visit, link))) dead.push(link);
    await close();
    expect(dead).toEqual([]);
    expect(refused).toEqual([]);
    expect(problems).toEqual([]);
  },
  PATIENCE_MS,
);
