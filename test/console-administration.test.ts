import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { serveLocally, type LocalServer } from "../testkit/serve-locally.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { startOpenidProvider, type OpenidProvider } from "./support/openid-provider.ts";
import type { SignedIn } from "./support/product.ts";
import { linkInSlack } from "./support/slack-set-up.ts";

const N8N_TOKEN = "an-api-token-of-n8n";
const SLACK_SETTINGS = [
  ["Client ID", "123456789.987654321"],
  ["Client secret", "a-client-secret"],
  ["Signing secret", "a-signing-secret"],
  ["Default channel", "#compliance"],
] as const;

const journey = setUpDeskJourneys();
let admin: SignedIn;
let provider: OpenidProvider;
let n8n: LocalServer;

/** The part of n8n's API that the connection test calls. */
const startN8n = (): Promise<LocalServer> =>
  serveLocally(({ headers }, response) => {
    const isKnown = headers["x-n8n-api-key"] === N8N_TOKEN;
    response
      .writeHead(isKnown ? 200 : 401, { "content-type": "application/json" })
      .end(JSON.stringify(isKnown ? { data: [] } : { message: "unauthorized" }));
  });

beforeAll(async () => {
  admin = await journey.product.signIn("admin");
  provider = await startOpenidProvider();
  n8n = await startN8n();
});
afterAll(async () => {
  await provider.stop();
  await n8n.stop();
});

describe("OAuth clients", () => {
  test("are created with a secret that is shown once, changed, given another secret and deleted", async () => {
    const { page, comeIn: signIn } = journey;
    await signIn(admin.email, "/settings/oauth-clients?client=new");
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Name").fill("Reporting");
    await panel.getByLabel("Redirect URIs").fill("https://app.example.com/callback");
    await panel.getByRole("button", { name: "Create the client" }).click();
    const secretIn = () => panel.getByRole("status").locator("code").textContent();
    const first = (await secretIn())!;
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("link", { name: "Reporting" }).click();
    await panel.getByText("https://app.example.com/callback").waitFor();
    expect(await page.content()).not.toContain(first);
    await panel.getByRole("button", { name: "Edit" }).click();
    await panel.getByLabel("Name").fill("Reporting of the board");
    await panel.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Reporting of the board/ }).waitFor();
    await panel.getByRole("button", { name: "New secret…" }).click();
    await panel.getByRole("button", { name: "New secret", exact: true }).click();
    expect(await secretIn()).not.toBe(first);
    await panel.getByRole("button", { name: "Delete…" }).click();
    await panel.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("The client was deleted").waitFor();
    expect(await isShown(page.getByText("No OAuth clients"))).toBe(true);
  });

  test("that are refused name the wrong field, and keep the input", async () => {
    const { page, comeIn: signIn } = journey;
    await signIn(admin.email, "/settings/oauth-clients?client=new");
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Name").fill("No address");
    await panel.getByRole("button", { name: "Create the client" }).click();
    await panel
      .getByRole("alert")
      .getByText(/^Redirect URIs: /)
      .waitFor();
    expect(await panel.getByLabel("Name").inputValue()).toBe("No address");
  });
});

describe("identity providers", () => {
  test("are added, tested, turned off and deleted; their secret is never shown", async () => {
    const { page, comeIn: signIn } = journey;
    await signIn(admin.email, "/settings/identity-providers?provider=new");
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Name").fill("Example ID");
    await panel.getByLabel("Issuer").fill(provider.url);
    await panel.getByLabel("Client ID").fill("compliance");
    await panel.getByLabel("Client secret").fill("kept-to-ourselves");
    await panel.getByRole("button", { name: "Add the provider" }).click();
    await panel.getByText(/\/auth\/upstream\/.*\/callback/).waitFor();
    expect(await page.content()).not.toContain("kept-to-ourselves");
    await panel.getByRole("button", { name: "Test" }).click();
    await panel.getByText("The provider answers").waitFor();
    await panel.getByRole("button", { name: "Edit" }).click();
    await panel.getByLabel("Issuer").fill("http://127.0.0.1:9");
    await panel.getByLabel("People may sign in with it").uncheck();
    await panel.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Example ID.*Off/ }).waitFor();
    await panel.getByRole("button", { name: "Test" }).click();
    await panel.getByText(/^The provider does not answer/).waitFor();
    await panel.getByRole("button", { name: "Delete…" }).click();
    await panel.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("The provider was deleted").waitFor();
    const { data } = await admin.get("/api/v1/identity-providers");
    expect(data.identity_providers).toEqual([]);
  });
});

describe("integrations", () => {
  test("n8n is set up, tested with a wrong and a valid token, and removed", async () => {
    const { page, comeIn: signIn } = journey;
    await signIn(admin.email, "/settings/integrations");
    const card = page.getByRole("region", { name: "n8n", exact: true });
    const panel = page.getByRole("dialog", { name: "n8n" });
    await card.getByRole("button", { name: "Set it up" }).click();
    await panel.getByLabel("Address of n8n").fill(n8n.url);
    await panel.getByLabel("API token").fill("not-the-token");
    await panel.getByRole("button", { name: "Save the settings" }).click();
    await card.getByText("Not tested").waitFor();
    await card.getByRole("button", { name: "Test the connection" }).click();
    await card.getByText(/^The credentials were refused/).waitFor();
    await card.getByRole("button", { name: "Settings" }).click();
    await panel.getByLabel("API token").fill(N8N_TOKEN);
    await panel.getByRole("button", { name: "Save the settings" }).click();
    await panel.waitFor({ state: "detached" });
    await card.getByRole("button", { name: "Test the connection" }).click();
    await card.getByText("Works", { exact: true }).waitFor();
    expect(await page.content()).not.toContain(N8N_TOKEN);
    await card.getByRole("button", { name: "Remove…" }).click();
    await card.getByRole("button", { name: "Remove", exact: true }).click();
    expect(await isShown(card.getByText("Not set up"))).toBe(true);
  });

  test("Slack is set up with its app, and leads to Slack's page for installing it", async () => {
    const { page, comeIn: signIn } = journey;
    await signIn(admin.email, "/settings/integrations?edit=slack");
    const panel = page.getByRole("dialog", { name: "Slack" });
    for (const [label, value] of SLACK_SETTINGS) await panel.getByLabel(label).fill(value);
    await panel.getByRole("button", { name: "Save the settings" }).click();
    const card = page.getByRole("region", { name: "Slack", exact: true });
    await card.getByText("Incomplete").waitFor();
    await card.getByText("The app is not installed yet: use Install in Slack.").waitFor();
    await card.getByRole("button", { name: "Install in Slack" }).click();
    const address = new URL((await card.getByRole("link", { name: "Open Slack" }).getAttribute("href"))!);
    expect(address.pathname).toBe("/oauth/v2/authorize");
    await card.getByRole("status").filter({ hasText: "Open Slack" }).and(page.locator(":focus")).waitFor();
    expect(address.searchParams.get("client_id")).toBe("123456789.987654321");
    await card.getByRole("button", { name: "Settings" }).click();
    await panel.getByLabel("Default channel").fill("no channel at all!");
    await panel.getByRole("button", { name: "Save the settings" }).click();
    expect(await isShown(panel.getByRole("alert").getByText(/^Default channel: /))).toBe(true);
  });

  test("list the linked chat accounts with their users, and unlink one", async () => {
    const { page, product, stage, comeIn: signIn } = journey;
    await linkInSlack(product, stage.manager, "morgan.in.slack");
    await signIn(admin.email, "/settings/integrations");
    const row = page.getByRole("row", { name: /morgan\.in\.slack.*Morgan Manager/ });
    await row.getByRole("button", { name: "Unlink…" }).click();
    await row.getByText("It can be linked again only from the chat itself.").waitFor();
    await row.getByRole("button", { name: "Unlink", exact: true }).click();
    await page.getByText("Unlinked: morgan.in.slack").waitFor();
    expect(await isShown(page.getByText("No linked accounts"))).toBe(true);
    await page.getByRole("group", { name: "Linked chat accounts" }).and(page.locator(":focus")).waitFor();
  });
});

test("the state of the system shows what is unavailable and what is waiting, and links to the service's other pages", async () => {
  const { page, product, comeIn: signIn } = journey;
  await signIn(admin.email, "/settings/system");
  await page.getByRole("row", { name: /^PostgreSQL.*Up/ }).waitFor();
  // This product runs without a worker.
  await page
    .getByRole("row", { name: /^Worker Nothing is processed or sent until one runs\. .*Down/ })
    .waitFor();
  await page.getByRole("row", { name: /^Events not matched to webhooks/ }).waitFor();
  const queues = page.getByRole("region", { name: "Task queues" });
  await queues.getByText("No worker").first().waitFor();
  const { TEMPORAL_UI_URL: ui, TEMPORAL_NAMESPACE: namespace } = product.config;
  const link = page.getByRole("link", { name: "Workflows in Temporal" });
  expect(await link.getAttribute("href")).toBe(`${ui}/namespaces/${namespace}/workflows`);
  const description = page.getByRole("link", { name: "OpenAPI description" });
  expect(await description.getAttribute("href")).toBe("/openapi.json");
  expect(await page.getByRole("link", { name: "API reference" }).getAttribute("href")).toBe("/docs");
});
