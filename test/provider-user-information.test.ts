import { describe, expect, test } from "@jest/globals";
import { createPerson } from "./support/people.ts";
import { setUpProviders } from "./support/provider-stage.ts";

const stage = await setUpProviders();

describe("the user information of a plain OAuth 2.0 provider", () => {
  test.each([
    ["without a subject", { mail: "x@acme.example" }],
    ["whose subject is a number too large to distinguish two people", { id: 2 ** 53, confirmed: true }],
    ["whose subject is not a string", { id: { nested: true } }],
    ["that is not an object", null],
  ])("%s is refused", async (_name, userinfo) => {
    stage.server.userinfo = JSON.stringify(userinfo);
    expect((await stage.signIn("oauth2")).status).toBe(502);
  });

  test("that is not JSON is refused", async () => {
    stage.server.userinfo = "<html>";
    expect((await stage.signIn("oauth2")).status).toBe(502);
  });

  test.each([false, "true", 1, undefined])(
    "never counts an address as verified for %p",
    async (confirmed) => {
      const other = await createPerson(stage.product.orm, "customer");
      stage.server.userinfo = JSON.stringify({ id: "new", mail: other.email, confirmed });
      expect((await stage.signIn("oauth2")).status).toBe(403);
    },
  );
});
