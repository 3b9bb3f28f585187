import { describe, expect, test } from "@jest/globals";
import { LinkRequest, LinkedAccount } from "../domain/integrations/linked-account.entity.ts";
import { requestLink, type ChatPerson } from "../domain/integrations/linked-account.commands.ts";
import { findChatActor } from "../domain/integrations/linked-account.queries.ts";
import { User } from "../domain/users/user.entity.ts";
import { systemClock } from "../platform/clock.ts";
import { newId } from "../platform/ids.ts";
import { createBrowser } from "./support/browser.ts";
import { eventKinds } from "./support/event-kinds.ts";
import { PASSWORD } from "./support/people.ts";
import type { SignedIn } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";
import { untilWaiting } from "./support/until-waiting.ts";

const PATH = "/api/v1/linked-accounts";

const product = await startProductForFile();

const [customer, other] = [await product.signIn("customer"), await product.signIn("customer")];

const newPerson = (): ChatPerson => ({
  kind: "slack",
  externalId: `T1:${newId()}`,
  displayName: "Kim <kim>",
});
const em = () => product.orm.em.fork();
const linkFor = (person: ChatPerson) =>
  requestLink({ em: em(), clock: systemClock }, person, product.config.backendUrl);

async function signInAt(url: string, who: SignedIn) {
  const browser = createBrowser();
  const form = await browser.open(url);
  const confirm = await browser.press(form, { action: "sign-in", email: who.email, password: PASSWORD });
  return { browser, form, confirm };
}

async function link(person: ChatPerson, who: SignedIn): Promise<void> {
  const { browser, confirm } = await signInAt(await linkFor(person), who);
  expect((await browser.press(confirm, { action: "allow" })).html).toContain("Linked");
}

const actorOf = async ({ kind, externalId }: ChatPerson) =>
  (await findChatActor(em(), { kind, externalId }))?.actor.id ?? null;

describe("a link", () => {
  test("lets a chat user act as the user who signs in and agrees; the display name is escaped", async () => {
    const person = newPerson();
    const { browser, form, confirm } = await signInAt(await linkFor(person), customer);
    expect(form.html).toContain("Slack");
    expect(confirm.html).toContain("Kim &lt;kim&gt;");
    expect(confirm.html).toContain(customer.email);
    expect(await actorOf(person)).toBeNull();
    expect((await browser.press(confirm, { action: "allow" })).status).toBe(200);
    expect(await actorOf(person)).toBe(customer.id);
  });

  test("works once", async () => {
    const url = await linkFor(newPerson());
    const { browser, confirm } = await signInAt(url, customer);
    await browser.press(confirm, { action: "allow" });
    expect((await browser.press(confirm, { action: "allow" })).status).toBe(404);
    expect((await createBrowser().open(url)).status).toBe(404);
  });

  test("that was refused, expired or forged links no one", async () => {
    const refused = newPerson();
    const { browser, confirm } = await signInAt(await linkFor(refused), customer);
    expect((await browser.press(confirm, { action: "deny" })).html).toContain("Nothing was linked");
    expect(await actorOf(refused)).toBeNull();
    const late = await linkFor(newPerson());
    await em().nativeUpdate(LinkRequest, {}, { expiresAt: new Date(0) });
    expect((await createBrowser().open(late)).status).toBe(404);
    expect((await createBrowser().open(`${product.config.backendUrl}/link?token=made-up`)).status).toBe(404);
  });

  test("cannot be followed by a form of another site", async () => {
    const person = newPerson();
    const url = await linkFor(person);
    const { browser, confirm } = await signInAt(url, customer);
    const forged = {
      ...confirm,
      html: confirm.html.replace(/name="csrf" value="[^"]*"/, 'name="csrf" value="x"'),
    };
    expect((await browser.press(forged, { action: "allow" })).status).toBe(400);
    expect(await actorOf(person)).toBeNull();
  });

  test("by another user replaces the previous one", async () => {
    const person = newPerson();
    await link(person, customer);
    const { id } = await em().findOneOrFail(LinkedAccount, { externalId: person.externalId });
    await link(person, other);
    expect(await actorOf(person)).toBe(other.id);
    expect(await eventKinds(product, id)).toEqual(["linked_account.linked", "linked_account.unlinked"]);
  });
});

test("a deactivated user acts from no chat", async () => {
  const person = newPerson();
  const leaver = await product.signIn("customer");
  await link(person, leaver);
  await em().nativeUpdate(User, { id: leaver.id }, { active: false });
  expect(await actorOf(person)).toBeNull();
});

test("users see and remove their own links, admins all, others none", async () => {
  const person = newPerson();
  await link(person, customer);
  const mine = async (who: SignedIn, query = "") => (await who.get(`${PATH}?${query}`)).data.linked_accounts;
  const [account] = await mine(customer, "kind=slack&sort=linked_at");
  expect(account).toMatchObject({ user_id: customer.id, kind: "slack", display_name: "Kim <kim>" });
  expect((await mine(other)).filter(({ user_id }) => user_id === customer.id)).toEqual([]);
  expect((await other.send("DELETE", `${PATH}/${account!.id}`)).status).toBe(404);
  const admin = await product.signIn("admin");
  expect((await mine(admin, `user_id=${customer.id}`)).map(({ id }) => id)).toContain(account!.id);
  expect((await customer.send("DELETE", `${PATH}/${account!.id}`)).status).toBe(200);
  expect(await actorOf(person)).toBeNull();
});

test("two links that are confirmed at the same time leave one link", async () => {
  const person = newPerson();
  const [first, second] = [
    await signInAt(await linkFor(person), customer),
    await signInAt(await linkFor(person), other),
  ];
  const { pending } = await em().transactional(async (locking) => {
    await locking.execute("lock table linked_accounts in share mode");
    const presses = [first, second].map(({ browser, confirm }) =>
      browser.press(confirm, { action: "allow" }),
    );
    await untilWaiting(product, 2);
    return { pending: presses };
  });
  expect((await Promise.all(pending)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await em().count(LinkedAccount, { externalId: person.externalId })).toBe(1);
});
