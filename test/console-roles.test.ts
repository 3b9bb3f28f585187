import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openConsole, type ConsoleBrowser } from "./support/console.ts";
import { consoleScreens } from "./support/console-screens.ts";
import { setConsoleStage, type ConsoleStage } from "./support/console-stage.ts";
import { startProduct, type Product } from "./support/product.ts";

const PATIENCE_MS = 300_000;
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
  customer: ["review", "people", "audit log", ...OF_ADMINISTRATORS, ...OF_AUDITORS, "nowhere"],
};

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

test.each(Object.entries(MISSING))(
  "%s: no screen asks the API for what the role may not have",
  async (role, missing) => {
    const { page, signIn, quiet, close, problems } = await browser.visit();
    const refused: string[] = [];
    const { email } = role === "admin" ? await product.signIn("admin") : stage[role as "manager"];
    await page.goto("/sign-in");
    await signIn(email);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    page.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    const notThere: string[] = [];
    for (const [name, path] of consoleScreens(stage)) {
      await page.goto(path);
      const nowhere = page.getByText(NOWHERE);
      await page.getByRole("heading", { level: 1 }).or(nowhere).first().waitFor();
      await page.getByRole("status", { name: "Loading" }).first().waitFor({ state: "detached" });
      await quiet();
      if ((await nowhere.count()) > 0) notThere.push(name);
    }
    await close();
    expect(notThere).toEqual(missing);
    expect(refused).toEqual([]);
    expect(problems).toEqual([]);
  },
  PATIENCE_MS,
);
