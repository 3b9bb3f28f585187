import { expect, test } from "@jest/globals";
import { Session } from "../domain/identity/session.entity.ts";
import { createBrowser, type Browser } from "./support/browser.ts";
import { setUpProviders } from "./support/provider-stage.ts";

const stage = setUpProviders();

/** A request of the console in this browser, which keeps the cookies of the answer. */
async function inConsole(browser: Browser, method: string, path: string): Promise<Response> {
  const { anonymous, config } = stage.product;
  const answer = await anonymous.fetch(`/api/v1/auth/${path}`, {
    method,
    headers: {
      cookie: Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join("; "),
      origin: config.publicUrl,
      "sec-fetch-site": "same-origin",
      "x-console": "1",
      "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    },
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    browser.cookies.set(name, value);
  }
  return answer;
}

test("a sign-in at a provider continues to the console, whose session names this browser", async () => {
  const browser = createBrowser();
  await stage.signIn("oidc", browser);
  expect((await inConsole(browser, "POST", "session/continue")).status).toBe(200);
  const session = await stage.product.orm.em.fork().findOneOrFail(Session, { user: stage.user.id });
  expect(session).toMatchObject({ userAgent: expect.stringContaining("Firefox"), address: "127.0.0.1" });
});

test("signing out of the console ends it, so that the next person at the browser cannot continue", async () => {
  const browser = createBrowser();
  await stage.signIn("oidc", browser);
  expect((await inConsole(browser, "POST", "session/continue")).status).toBe(200);
  expect((await inConsole(browser, "DELETE", "session")).status).toBe(200);
  expect((await inConsole(browser, "POST", "session/continue")).status).toBe(401);
});
