import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Event } from "../domain/events/event.entity.ts";
import { accessibilityProblems, expectNoSidewaysScroll } from "./support/console.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { waitFor } from "./support/wait-for.ts";
import { answering, startReceiver, type Receiver } from "./support/webhook-receiver.ts";

const journey = setUpDeskJourneys({
  parts: ["worker"],
  environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" },
});
let admin: SignedIn;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  admin = await journey.product.signIn("admin");
});
afterAll(() => receiver.stop());

/** The id of a new user, once the event is published. */
async function addUser(): Promise<string> {
  const body = { email: "nils.missed@example.com", name: "Nils", role: "customer", password: PASSWORD };
  const { id } = (await admin.send("POST", "/api/v1/users", body)).data;
  const em = () => journey.product.orm.em.fork();
  await waitFor(
    () => em().count(Event, { kind: "user.created", subjectId: id, publishedAt: { $ne: null } }),
    (published) => published === 1,
  );
  return id;
}

test("a webhook that was off is sent what it missed", async () => {
  const { page, comeIn } = journey;
  const body = { url: receiver.url, events: ["user.created"], active: false };
  const { id } = (await admin.send("POST", "/api/v1/webhooks", body)).data;
  const userId = await addUser();
  await comeIn(admin.email, `/settings/webhooks/${id}`);
  await page.getByText("Nothing has been sent").waitFor();
  expect(await page.getByRole("button", { name: "Send missed events…" }).count()).toBe(0);
  await page.getByRole("button", { name: "Turn on" }).click();
  const recover = page.getByRole("button", { name: "Send missed events…" });
  await recover.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await recover.and(page.locator(":focus")).waitFor();
  await recover.click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const form = page.getByRole("group", { name: "Send missed events" });
  await form.getByLabel("Missed since").fill("2020-01-01T00:00");
  await form.getByRole("button", { name: "Send missed events" }).click();
  await form.getByText(/deliveries are kept for 30 days/).waitFor();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 16);
  await form.getByLabel("Missed since").fill(yesterday);
  await form.getByRole("button", { name: "Send missed events" }).click();
  await page.getByText("1 event is being sent").waitFor();
  await page.getByRole("row", { name: /user\.created.*Delivered/ }).waitFor();
  expect(receiver.received).toHaveLength(1);
  expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ data: { user: { id: userId } } });
});

test("a webhook is created, fails, shows the response and its payload, and is delivered again", async () => {
  const { page, stage, comeIn: signIn } = journey;
  receiver.behave(answering(500));
  await signIn(stage.manager.email, "/settings/webhooks");
  await page.getByRole("button", { name: "New webhook" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Address").fill(receiver.url);
  const search = panel.getByRole("searchbox", { name: "Find an event" });
  await search.fill("no such event");
  await panel.getByText("Nothing matches what you typed").waitFor();
  await search.fill("evidence.app");
  await search.press("Enter");
  await panel.getByLabel("evidence.approved").check();
  await panel.getByText("1 event chosen").waitFor();
  expect(await panel.getByLabel("project.created").count()).toBe(0);
  await panel.getByRole("button", { name: "Create the webhook" }).click();
  await panel.getByText(/^whsec_/).waitFor();
  await panel.getByRole("link", { name: "Deliveries" }).click();
  await page.getByRole("button", { name: "Send a test" }).click();
  await page.getByRole("link", { name: "ping" }).click();
  await panel.getByText("500").waitFor();
  await panel.getByText("The text of the response is not kept").first().waitFor();
  await page.getByText("Failing", { exact: true }).first().waitFor();
  const payload = await panel.getByRole("region", { name: "Payload" }).textContent();
  expect(JSON.parse(payload!)).toEqual(JSON.parse(receiver.received.at(-1)!.body));
  receiver.behave(answering(204));
  await panel.getByRole("button", { name: "Send again" }).click();
  await panel.getByText("Delivered", { exact: true }).waitFor();
  await page.getByText("Active", { exact: true }).waitFor();
  expect(await isShown(panel.getByText("204"))).toBe(true);
});

test("if someone else turns a webhook off first, using one's own change does not turn it on again", async () => {
  const { page, comeIn } = journey;
  const body = { url: receiver.url, events: ["user.created"] };
  const { id } = (await admin.send("POST", "/api/v1/webhooks", body)).data;
  // The page does not learn of the change.
  await page.route("**/api/v1/events/stream*", (route) => route.abort());
  await comeIn(admin.email, `/settings/webhooks/${id}`);
  const off = page.getByRole("button", { name: "Turn off" });
  await off.waitFor();
  await admin.send("PUT", `/api/v1/webhooks/${id}`, { active: false });
  await off.click();
  await page.getByRole("button", { name: "Use your change" }).click();
  await page.getByText("The webhook was changed").waitFor();
  expect((await admin.get(`/api/v1/webhooks/${id}`)).data.active).toBe(false);
});
