import { afterAll, expect, test } from "@jest/globals";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { PASSWORD } from "./support/people.ts";
import { INSTALLED_TOKEN, SLACK_APP } from "./support/slack-oauth.ts";
import { SLACK_SECRET } from "./support/slack-requests.ts";
import { startSlackServer } from "./support/slack-server.ts";
import { waitFor } from "./support/wait-for.ts";

const slack = await startSlackServer();
const journey = setUpDeskJourneys({ environment: { SLACK_API_URL: slack.apiUrl } });
afterAll(() => slack.stop());

const SETTINGS = [
  ["Client ID", SLACK_APP.client_id],
  ["Client secret", SLACK_APP.client_secret],
  ["Signing secret", SLACK_SECRET],
  ["Default channel", "#compliance"],
] as const;

test("Slack is set up, installed on its own page, tested and removed", async () => {
  const { page, product, comeIn } = journey;
  const admin = await product.signIn("admin");
  await comeIn(admin.email, "/settings/integrations?edit=slack");
  const panel = page.getByRole("dialog", { name: "Slack" });
  for (const [label, value] of SETTINGS) await panel.getByLabel(label).fill(value);
  await panel.getByRole("button", { name: "Save the settings" }).click();
  const card = page.getByRole("region", { name: "Slack", exact: true });
  await card.getByRole("button", { name: "Install in Slack" }).click();
  const opened = page.waitForEvent("popup");
  await card.getByRole("link", { name: "Open Slack" }).click();
  const popup = await opened;
  await popup.getByLabel(/mail/).fill(admin.email);
  await popup.getByLabel(/Password/).fill(PASSWORD);
  await popup.getByRole("button", { name: "Sign in" }).click();
  await popup.getByText("Company <b>").waitFor();
  await popup.close();
  await page.reload();
  await card.getByRole("button", { name: "Test the connection" }).click();
  // The installation has shown that it works before the test has.
  await waitFor(
    async () => slack.to("auth.test").map(({ token }) => token),
    (tokens) => tokens.includes(INSTALLED_TOKEN),
  );
  await card.getByText("Works", { exact: true }).waitFor();
  expect(await page.content()).not.toContain(INSTALLED_TOKEN);
  slack.behave("auth.test", () => ({ body: { ok: false, error: "invalid_auth" } }));
  await card.getByRole("button", { name: "Test the connection" }).click();
  await card.getByText(/^The credentials were refused/).waitFor();
  await card.getByRole("button", { name: "Remove…" }).click();
  await card.getByRole("button", { name: "Remove", exact: true }).click();
  expect(await isShown(card.getByText("Not set up"))).toBe(true);
});
