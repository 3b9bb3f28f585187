import { describe, expect, test } from "@jest/globals";
import { EVENT_KINDS } from "../../domain/events/event-catalogue.ts";
import { en } from "../../domain/texts/en.ts";
import { securityChangeOf, securityChangeWorkflowId } from "../../domain/identity/security-change.rules.ts";

const user = { id: "u", email: "anna@example.com", name: "Anna", role: "customer" };
const changeOf = (kind: string, data: Record<string, unknown> = {}) =>
  securityChangeOf({ kind, data: { user, ...data } });
/** The address and the sentence of the mail. */
function mailOf(kind: string, data?: Record<string, unknown>) {
  const { email, userId, sentence } = changeOf(kind, data)!;
  return { email, userId, sentence: sentence(en.mails.securityChanges) };
}

describe("a user is notified of a change of their sign-in", () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ["user.password_changed", { how: "changed" }, /^Your password was changed\.$/],
    ["user.password_changed", { how: "reset" }, /password reset link/],
    ["user.password_reset_issued", { by: "admin" }, /An administrator created a link/],
    ["user.totp_enabled", {}, /turned on/],
    ["user.totp_disabled", { by: "admin" }, /An administrator turned your second factor off/],
    ["user.totp_disabled", { by: "user" }, /Your second factor was turned off/],
    ["user.recovery_codes_replaced", {}, /no longer work/],
    ["user.upstream_linked", { provider_name: "Acme", is_new_user: false }, /^An account at Acme was linked/],
    ["linked_account.linked", { linked_account: { kind: "whatsapp" } }, /^A WhatsApp account was linked/],
  ])("%s %j", (kind, data, sentence) => {
    expect(mailOf(kind, data)).toEqual({
      email: "anna@example.com",
      userId: "u",
      sentence: expect.stringMatching(sentence),
    });
  });

  test("at the previous address if it is the address that changed", () => {
    expect(mailOf("user.updated", { previous_email: "old@example.com" })).toEqual({
      email: "old@example.com",
      userId: "u",
      sentence: expect.stringContaining("changed to anna@example.com"),
    });
  });
});

describe("a user is not notified of", () => {
  test.each<[string, string, Record<string, unknown>]>([
    ["a link that they requested themselves", "user.password_reset_issued", { by: "mail" }],
    ["a change of other fields", "user.updated", {}],
    [
      "the account with which they were created",
      "user.upstream_linked",
      { provider_name: "A", is_new_user: true },
    ],
    [
      "an event of an earlier version",
      "linked_account.linked",
      { user: undefined, linked_account: { kind: "slack" } },
    ],
    ["other events", "evidence.uploaded", {}],
    ["names that every object has", "constructor", {}],
    ["names that every object has", "__proto__", {}],
    ["unknown events", "", {}],
  ])("%s: %s", (_name, kind, data) => expect(changeOf(kind, data)).toBeNull());

  test("any event that does not concern their sign-in", () => {
    const data = {
      by: "admin",
      how: "changed",
      previous_email: "old@example.com",
      provider_name: "Acme",
      linked_account: { kind: "slack" },
    };
    const notified = EVENT_KINDS.filter((kind) => changeOf(kind, data) !== null);
    expect(notified.toSorted()).toEqual([
      "linked_account.linked",
      "user.password_changed",
      "user.password_reset_issued",
      "user.recovery_codes_replaced",
      "user.totp_disabled",
      "user.totp_enabled",
      "user.updated",
      "user.upstream_linked",
    ]);
  });
});

test("each change has a separate workflow", () => {
  expect(securityChangeWorkflowId("a")).not.toBe(securityChangeWorkflowId("b"));
});
