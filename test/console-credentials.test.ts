import { beforeAll, expect, test } from "@jest/globals";
import { User } from "../domain/users/user.entity.ts";
import { createKey } from "./support/api-keys.ts";
import { auditEntriesOf } from "./support/audit-entries.ts";
import { isShown, setUpDeskJourneys } from "./support/console-visit.ts";
import type { SignedIn } from "./support/product.ts";
import { registerProvider } from "./support/test-providers.ts";
import { waitFor } from "./support/wait-for.ts";

const journey = setUpDeskJourneys();
let admin: SignedIn;
beforeAll(async () => void (admin = await journey.product.signIn("admin")));

test("what a provider must be given is copied from its panel", async () => {
  const { page, comeIn: signIn } = journey;
  const { id, redirect_uri: redirect } = await registerProvider(admin, { issuer: "http://127.0.0.1:9" });
  await signIn(admin.email, `/settings/identity-providers?provider=${id}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy: Redirect URI" }).click();
  await page.getByRole("button", { name: "Copied: Redirect URI" }).waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(redirect);
});

test("it is copied without HTTPS too, and a refusal by the browser is reported", async () => {
  const { page, comeIn: signIn } = journey;
  const { id, redirect_uri: redirect } = await registerProvider(admin, { issuer: "http://127.0.0.1:9" });
  await page.addInitScript(`Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined })`);
  await signIn(admin.email, `/settings/identity-providers?provider=${id}`);
  const copy = page.getByRole("button", { name: "Copy: Redirect URI" });
  await copy.click();
  await page.getByRole("button", { name: "Copied: Redirect URI" }).waitFor();
  const find = page.getByRole("searchbox").first();
  await find.focus();
  await page.keyboard.press("Control+v");
  expect(await find.inputValue()).toBe(redirect);
  await page.evaluate("document.execCommand = () => false");
  await copy.click();
  await page.getByText("The browser did not copy it: select the text and copy it yourself").waitFor();
});

test("keys are listed in short, and their projects are named once they are known", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const restrictions = { resources: { project_ids: [stage.projectId] } };
  const { id, api_key: key } = await createKey(stage.manager, { scopes: ["read"], restrictions });
  const number = id.replaceAll("-", "");
  await signIn(stage.manager.email, "/settings/api-keys");
  const cell = page.getByRole("cell", { name: `_…${number.slice(-8)}…${key.slice(-4)}` });
  expect(await cell.innerText()).toMatch(/^cmk_[a-z]+_…[\da-f]{8}…\w{4}$/);
  const loaded = Promise.withResolvers<void>();
  await page.route("**/api/v1/projects?*", async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(`/settings/api-keys?key=${id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Revoke…" }).waitFor();
  expect(await panel.getByText("Another project").count()).toBe(0);
  loaded.resolve();
  await panel.getByText("Example Cloud: SOC 2").waitFor();
});

test("a key is rotated once, and its successor is shown below the buttons", async () => {
  const { page, stage, comeIn: signIn } = journey;
  const { id } = await createKey(stage.customer, { scopes: ["read"] });
  await signIn(stage.customer.email, `/settings/api-keys?key=${id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Rotate…" }).click();
  await panel.getByRole("button", { name: "Rotate", exact: true }).click();
  const successor = panel.getByRole("status").filter({ hasText: "The new key" });
  await successor.waitFor();
  await panel.getByText("Replaced").waitFor();
  // A second rotation would be refused.
  expect(await panel.getByRole("button", { name: "Rotate…" }).count()).toBe(0);
  const revoke = await panel.getByRole("button", { name: "Revoke…" }).boundingBox();
  expect((await successor.boundingBox())!.y).toBeGreaterThanOrEqual(revoke!.y + revoke!.height);
});

test("a key's panel leads to its refused uses, with the address that they came from", async () => {
  const { product, comeIn: signIn, page } = journey;
  const manager = await product.signIn("manager");
  const restrictions = { ip_allow: ["192.0.2.0/24"] };
  const { id, api_key: key } = await createKey(manager, { scopes: ["read"], restrictions });
  await product.anonymous.send("GET", "/api/v1/projects", undefined, { "x-api-key": key });
  await waitFor(
    () => auditEntriesOf(product, manager, { subject_id: id }),
    (entries) => entries.length === 2,
  );
  await signIn(manager.email, `/settings/api-keys?key=${id}`);
  await page.getByRole("link", { name: "Changes and refused uses in the audit log" }).click();
  await page.getByRole("cell", { name: "auth.credential_refused" }).getByRole("link").click();
  expect(await isShown(page.getByRole("dialog").getByText(/does not work from this address: /))).toBe(true);
});

test("someone who signs in at an identity provider is asked for no password", async () => {
  const { page, stage, product, comeIn: signIn } = journey;
  await signIn(stage.auditor.email);
  await product.orm.em.fork().nativeUpdate(User, { id: stage.auditor.id }, { passwordHash: null });
  await page.goto("/me");
  const password = page.getByRole("region", { name: "Password" });
  expect(await isShown(password.getByText(/have no password here/))).toBe(true);
  const factor = page.getByRole("region", { name: "Second factor" });
  expect(await isShown(factor.getByText(/asks for a second factor if/))).toBe(true);
  expect(await page.getByRole("textbox", { name: /password/i }).count()).toBe(0);
  const admin = await product.signIn("admin");
  const { page: people } = await journey.beside(admin.email, `/settings/people?user=${stage.auditor.id}`);
  await people.getByRole("dialog").getByText("At the identity provider").waitFor();
  expect(await isShown(people.getByRole("cell", { name: "At the identity provider" }))).toBe(true);
});
