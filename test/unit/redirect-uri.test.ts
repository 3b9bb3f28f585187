import { expect, test } from "@jest/globals";
import { isRegisteredRedirectUri, redirectUriProblem } from "../../domain/identity/oauth-client.rules.ts";

const native = { type: "public", redirectUris: ["http://127.0.0.1/back"] } as const;

test.each([
  ["http://127.0.0.1:0/back", true],
  ["http://127.0.0.1:65535/back", true],
  ["http://127.0.0.1:65536/back", false],
  ["http://127.0.0.1:99999/back", false],
])("a native application with %s: %s", (uri, isRegistered) => {
  expect(isRegisteredRedirectUri(native, uri)).toBe(isRegistered);
});

test("an address with an invalid port cannot be registered", () => {
  expect(redirectUriProblem("http://127.0.0.1:99999/back")).toBe("must be a complete https:// address");
});
