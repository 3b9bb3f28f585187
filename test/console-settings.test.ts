import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { AuditEntry } from "../domain/audit/audit-entry.entity.ts";
import { isShown, setUpJourneys } from "./support/console-visit.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { answering, startReceiver, type Receiver } from "./support/webhook-receiver.ts";

const PATIENCE_MS = 120_000;
const journey = setUpJourneys({ WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" });
let admin: SignedIn;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  admin = await journey.product.signIn("admin");
});
afterAll(() => receiver.stop());

test(
  "an administrator adds somebody, names whom they report to, and deactivates them",
  async () => {
    const { page, stage, comeIn } = journey;
    await comeIn(admin.email, "/settings/people");
    await page.getByRole("button", { name: "Add a person" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Name").fill("Nora New");
    await panel.getByLabel("E-mail address").fill("nora.new@example.com");
    await panel.getByRole("textbox", { name: "First password" }).fill("quite another long secret 4711");
    await panel.getByRole("combobox", { name: "Reports to" }).fill("Morgan");
    await page.getByRole("option", { name: "Morgan Manager" }).click();
    await panel.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("heading", { name: "Nora New" }).waitFor();
    await page.getByRole("row", { name: /Nora New.*Morgan Manager/ }).waitFor();
    await panel.getByRole("button", { name: "Deactivate…" }).click();
    await panel.getByRole("button", { name: "Deactivate", exact: true }).click();
    await page.getByText("Deactivated: Nora New").waitFor();
    const { data } = await admin.get("/api/v1/users?search=nora.new");
    expect(data.users).toMatchObject([{ active: false, manager_id: stage.manager.id }]);
  },
  PATIENCE_MS,
);

test(
  "a key is shown once, with its restrictions and the day it has to be rotated by, and revoked",
  async () => {
    const { page, stage, comeIn } = journey;
    await comeIn(stage.customer.email, "/settings/api-keys?key=new");
    await page.getByLabel("Name").fill("Deploy robot");
    await page.getByLabel("Only from these addresses").fill("203.0.113.0/24");
    await page.getByRole("button", { name: "Create the key" }).click();
    const key = (await page.locator("code").filter({ hasText: /^cmk_/ }).textContent())!;
    await page.keyboard.press("Escape");
    await page.reload();
    await page.getByRole("link", { name: "Deploy robot" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByText("203.0.113.0/24").waitFor();
    expect(await isShown(panel.getByText("Rotate by"))).toBe(true);
    expect(await page.content()).not.toContain(key);
    await panel.getByRole("button", { name: "Revoke…" }).click();
    await panel.getByRole("button", { name: "Revoke", exact: true }).click();
    expect(await isShown(panel.getByText("Revoked", { exact: true }))).toBe(true);
  },
  PATIENCE_MS,
);

test(
  "who signed in a while ago shows who they are before a key is made",
  async () => {
    const { page, product, stage, comeIn } = journey;
    await comeIn(stage.manager.email, "/settings/api-keys?key=new");
    await product.orm.em.fork().execute("update sessions set created_at = created_at - interval '1 hour'");
    await page.getByLabel("Name").fill("Made late");
    await page.getByRole("button", { name: "Create the key" }).click();
    const again = page.getByRole("dialog", { name: "Confirm that it is you" });
    await again.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await again.getByRole("button", { name: "Sign in" }).click();
    expect(await isShown(page.locator("code").filter({ hasText: /^cmk_/ }))).toBe(true);
  },
  PATIENCE_MS,
);

test(
  "a webhook is made, fails, shows the answer and its payload, and is delivered again",
  async () => {
    const { page, stage, comeIn } = journey;
    receiver.behave(answering(500));
    await comeIn(stage.manager.email, "/settings/webhooks");
    await page.getByRole("button", { name: "New webhook" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Address").fill(receiver.url);
    await panel.getByLabel("evidence.approved").check();
    await panel.getByRole("button", { name: "Create the webhook" }).click();
    await panel.getByText(/^whsec_/).waitFor();
    await panel.getByRole("link", { name: "Deliveries" }).click();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("link", { name: "ping" }).click();
    await panel.getByText("500").waitFor();
    expect(await panel.getByRole("region", { name: "Payload" }).textContent()).toContain('"event": "ping"');
    receiver.behave(answering(204));
    await panel.getByRole("button", { name: "Send again" }).click();
    await panel.getByText("Delivered", { exact: true }).waitFor();
    expect(await isShown(panel.getByText("204"))).toBe(true);
  },
  PATIENCE_MS,
);

describe("the audit log", () => {
  test(
    "is filtered by its address, and opens an entry",
    async () => {
      const { page, comeIn } = journey;
      await comeIn(admin.email, "/settings/audit-log?kind=evidence&q=uploaded");
      await page.getByRole("link", { name: "evidence.uploaded" }).first().click();
      const panel = page.getByRole("dialog");
      expect(await isShown(panel.getByText("Casey Customer"))).toBe(true);
      expect(await page.getByRole("link", { name: "auth.signed_in" }).count()).toBe(0);
    },
    PATIENCE_MS,
  );

  test(
    "is verified in the browser, which sees what was altered",
    async () => {
      const { page, product, comeIn } = journey;
      await comeIn(admin.email, "/settings/audit-log");
      await page.getByRole("button", { name: "Verify the chain" }).click();
      await page.getByText(/^Nothing was altered or removed/).waitFor();
      const em = product.orm.em.fork();
      const { action } = await em.findOneOrFail(AuditEntry, { position: 3 });
      // What only a superuser can do.
      const alter = (to: string) =>
        product.orm.em.fork().transactional(async (inside) => {
          await inside.execute("set local session_replication_role = replica");
          await inside.execute("update audit_entries set action = ? where position = 3", [to]);
        });
      await alter("evidence.deleted");
      await page.getByRole("button", { name: "Verify the chain" }).click();
      await page.getByText("The chain is broken at entry 3").waitFor();
      await alter(action);
      await page.getByRole("button", { name: "Verify the chain" }).click();
      expect(await isShown(page.getByText(/^Nothing was altered or removed/))).toBe(true);
    },
    PATIENCE_MS,
  );
});
