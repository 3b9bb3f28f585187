import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { freePort } from "../testkit/free-port.ts";
import { startApiProcess } from "./support/api-process.ts";
import { openConsole, type ConsoleBrowser } from "./support/console.ts";
import { setProjectStage, type ProjectStage } from "./support/console-stage.ts";
import { isShown } from "./support/console-visit.ts";
import { startProduct, type Product } from "./support/product.ts";

const PATIENCE_MS = 180_000;

let product: Product;
let stage: ProjectStage;
let browser: ConsoleBrowser;
/** The API that serves the console; other users make changes through the product's own API. */
let api: { url: string; stop(): Promise<void> };
let restart: () => Promise<void>;

beforeAll(async () => {
  product = await startProduct();
  stage = await setProjectStage(product);
  const port = await freePort();
  const config = { ...product.config, publicUrl: `http://127.0.0.1:${port}` };
  restart = async () => {
    api = await startApiProcess(config, port, {});
  };
  await restart();
  browser = await openConsole(api.url);
}, 300_000);
afterAll(async () => {
  await browser.close();
  await api.stop();
  await product.stop();
});

const raise = async (title: string): Promise<string> => {
  const body = { project_id: stage.projectId, title, severity: "Low" };
  const { status, data } = await stage.auditor.send("POST", "/api/findings", body);
  expect(status).toBe(201);
  return data.id;
};

test(
  "the console reports that the API is stopped, keeps the input, and continues once it is back",
  async () => {
    const { page, problems, signIn, close } = await browser.visit();
    const finding = await raise("Raised before the API was stopped");
    await page.goto(`/projects/${stage.projectId}/findings?finding=${finding}`);
    await signIn(stage.manager.email);
    const comment = page.getByRole("dialog").getByRole("textbox", { name: "Write a comment" });
    await comment.fill("Written while nobody answered");
    await api.stop();
    await page.getByRole("dialog").getByRole("button", { name: "Comment" }).click();
    await page.getByText("The service cannot be reached").waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Reports" }).click();
    await page.getByRole("main").getByText("The service cannot be reached").waitFor();

    await restart();
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByText("No reports").waitFor();
    await page.goBack();
    await page.getByRole("dialog").getByRole("button", { name: "Comment" }).click();
    await page.getByRole("dialog").getByRole("article").getByText("Written while nobody answered").waitFor();
    await raise("Raised after it");
    expect(await isShown(page.getByRole("link", { name: "Raised after it" }))).toBe(true);
    await close();
    // The router logs why the page was not there.
    expect(problems.filter((one) => !one.includes("The page could not be loaded"))).toEqual([]);
  },
  PATIENCE_MS,
);
