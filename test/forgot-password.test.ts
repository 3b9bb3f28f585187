import { expect, test } from "@jest/globals";
import { PasswordReset } from "../domain/identity/password-reset.entity.ts";
import { createBrowser } from "./support/browser.ts";
import { createPerson } from "./support/people.ts";
import { startProduct } from "./support/product.ts";
import { startProductForFile } from "./support/product-for-file.ts";

// See test/password-reset.test.ts for the delivery of the link.
const product = await startProductForFile();

const url = () => `${product.config.publicUrl}/password/forgot`;

test("gives the same answer to an unknown address", async () => {
  const person = await createPerson(product.orm, "customer");
  const browser = createBrowser();
  const page = await browser.open(url());
  const known = await browser.press(page, { email: person.email });
  const unknown = await browser.press(page, { email: "nobody@example.com" });
  expect([unknown.status, unknown.html]).toEqual([known.status, known.html]);
  const countResets = product.orm.em
    .fork()
    .count(PasswordReset, { email: [person.email, "nobody@example.com"] });
  expect(await countResets).toBe(2);
});

test("shows that no e-mail was sent without a mail server, and what helps", async () => {
  const person = await createPerson(product.orm, "customer");
  const browser = createBrowser();
  const page = await browser.open(url());
  const { html } = await browser.press(page, { email: person.email });
  expect(html).toContain("No e-mail was sent");
  expect(html).toMatch(/Ask your administrator for a link.* SMTP_URL and MAIL_FROM/);
  const forgot = (email: string) => product.anonymous.send("POST", "/api/v1/auth/password/forgot", { email });
  for (const email of [person.email, "nobody@example.com"])
    expect((await forgot(email)).body).toMatchObject({
      message: expect.stringMatching(/^This installation sends no e-mail: ask an administrator/),
    });
});

test("refers to the mailbox with a mail server", async () => {
  const environment = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "a@example.com" };
  const mailing = await startProduct({ environment });
  try {
    const browser = createBrowser();
    const page = await browser.open(`${mailing.config.publicUrl}/password/forgot`);
    const { html } = await browser.press(page, { email: "nobody@example.com" });
    expect(html).toContain("Check your e-mail");
  } finally {
    await mailing.stop();
  }
});

test("cannot be framed, runs no script, and links to no other site", async () => {
  const { headers, html } = await createBrowser().open(url());
  const policy = headers.get("content-security-policy")!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect([headers.get("x-frame-options"), headers.get("cache-control")]).toEqual(["DENY", "no-store"]);
  expect(html).not.toContain("<script");
});

test("ignores a form without its token, of another browser, or of another page", async () => {
  const { email } = await createPerson(product.orm, "customer");
  const [browser, stranger] = [createBrowser(), createBrowser()];
  const page = await browser.open(url());
  const strangers = await stranger.open(url());
  const device = await browser.open(`${product.config.publicUrl}/device`);
  const ofDevice = /name="csrf" value="([^"]*)"/.exec(device.html)![1]!;
  for (const csrf of ["", "é".repeat(43), ofDevice])
    expect((await browser.press(page, { email, csrf })).html).toContain("this form has expired");
  expect((await browser.press(strangers, { email })).status).toBe(400);
  const countResets = () => product.orm.em.fork().count(PasswordReset, { email });
  expect(await countResets()).toBe(0);
  expect((await browser.press(page, { email })).status).toBe(200);
  expect(await countResets()).toBe(1);
});

test.each(["not an address", ""])("requires an address, not %p", async (email) => {
  const browser = createBrowser();
  const again = await browser.press(await browser.open(url()), { email });
  expect([again.status, /role="alert"/.test(again.html)]).toEqual([400, true]);
  expect((await browser.press(again, { email: "nobody@example.com" })).status).toBe(200);
});

test("shares the limit of the endpoint", async () => {
  const limited = await startProduct({ environment: { SIGN_IN_PER_MINUTE: "2" } });
  try {
    const email = "nobody@example.com";
    await limited.anonymous.send("POST", "/api/v1/auth/password/forgot", { email });
    const browser = createBrowser();
    const page = await browser.open(`${limited.config.publicUrl}/password/forgot`);
    expect((await browser.press(page, { email })).status).toBe(200);
    const refused = await browser.press(page, { email });
    expect([refused.status, /Too many attempts/.test(refused.html)]).toEqual([429, true]);
  } finally {
    await limited.stop();
  }
});
