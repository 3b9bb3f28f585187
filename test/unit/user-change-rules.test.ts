import { describe, expect, test } from "@jest/globals";
import { isLanguageTag, isTimezone } from "../../domain/users/preferences.rules.ts";
import {
  administered,
  applyChange,
  differingFields,
  managerProblem,
  standingProblem,
  touchesStanding,
  type UserChange,
  type UserField,
  type UserState,
} from "../../domain/users/user-change.rules.ts";

const USER: UserState = {
  name: "Anna",
  preferences: { theme: "dark", language: "de" },
  email: "anna@example.com",
  role: "customer",
  managerId: "m",
  demoAllowed: false,
  active: true,
};

describe("a change", () => {
  test.each<[string, UserChange, UserField[]]>([
    ["nothing", {}, []],
    ["the current values", { name: "Anna", role: "customer", managerId: "m", demoAllowed: false }, []],
    ["the name", { name: "Anne" }, ["name"]],
    ["the address in another case", { email: " ANNA@example.com" }, []],
    ["the address", { email: "anne@example.com" }, ["email"]],
    ["no manager", { managerId: null }, ["managerId"]],
    ["a preference", { preferences: { theme: "light" } }, ["preferences"]],
    ["an unchanged preference", { preferences: { theme: "dark" } }, []],
    ["removing a preference", { preferences: { theme: null } }, ["preferences"]],
    ["removing a missing preference", { preferences: { timezone: null } }, []],
    ["topics without notifications", { preferences: { muted: ["general"] } }, ["preferences"]],
    [
      "everything else",
      { role: "admin", demoAllowed: true, active: false },
      ["role", "demoAllowed", "active"],
    ],
  ])("of %s", (_name, change, fields) => {
    expect(differingFields(USER, applyChange(USER, change))).toEqual(fields);
  });

  test("of one preference keeps the others", () => {
    const after = applyChange(USER, { preferences: { theme: null, timezone: "Europe/Berlin" } });
    expect(after).toEqual({ ...USER, preferences: { language: "de", timezone: "Europe/Berlin" } });
  });

  test("requires an administrator except for name and preferences", () => {
    expect(administered(Object.keys(USER) as UserField[])).toEqual([
      "email",
      "role",
      "managerId",
      "demoAllowed",
      "active",
    ]);
  });

  test.each<[UserChange, boolean]>([
    [{ name: "x", email: "x@example.com", demoAllowed: true, preferences: {} }, false],
    [{ role: "admin" }, true],
    [{ managerId: null }, true],
    [{ active: true }, true],
  ])("%j affects the hierarchy or the administrators: %s", (change, touches) => {
    expect(touchesStanding(change)).toBe(touches);
  });
});

describe("the resulting state of a user", () => {
  const admin = { role: "admin", active: true } as const;
  const former = { role: "admin", active: false } as const;
  const customer = { role: "customer", active: true } as const;
  const manager = { role: "manager", active: true } as const;

  test.each([
    ["another admin deactivated", admin, former, false, 1, null],
    ["the last admin deactivated", admin, former, false, 0, /last active administrator/],
    ["an admin demoted", admin, manager, false, 1, null],
    ["the last admin demoted", admin, manager, true, 0, /last active administrator/],
    ["an admin who demotes themselves", admin, manager, true, 1, null],
    ["an admin who deactivates themselves", admin, former, true, 5, /deactivate yourself/],
    ["a deactivated admin demoted", former, { ...manager, active: false }, false, 0, null],
    ["a customer deactivated", customer, { ...customer, active: false }, false, 0, null],
    ["a customer made the first admin", customer, admin, false, 0, null],
    ["an admin reactivated", former, admin, false, 0, null],
  ] as const)("%s", (_name, before, after, isCaller, otherAdmins, problem) => {
    const answer = standingProblem(before, after, { isCaller, otherAdmins });
    if (problem === null) expect(answer).toBeNull();
    else
      expect(answer).toEqual({
        message: expect.stringMatching(problem),
        reason: expect.stringMatching(/^(last_administrator|deactivates_yourself)$/),
      });
  });
});

describe("a manager", () => {
  test.each([
    ["a manager", { role: "manager", active: true }, ["m"], null],
    ["an admin", { role: "admin", active: true }, ["m"], null],
    ["a manager below others", { role: "manager", active: true }, ["m", "n", "o"], null],
    ["nobody", null, [], /no active user/],
    ["a deactivated manager", { role: "manager", active: false }, ["m"], /no active user/],
    ["a customer", { role: "customer", active: true }, ["m"], /is not a manager or admin/],
    ["an auditor", { role: "auditor", active: true }, ["m"], /is not a manager or admin/],
    ["themselves", { role: "manager", active: true }, ["user"], /their own manager/],
    ["a user below them", { role: "manager", active: true }, ["m", "n", "user"], /their own manager/],
  ] as const)("%s", (_name, manager, chain, problem) => {
    const answer = managerProblem(manager, chain, "user");
    if (problem === null) expect(answer).toBeNull();
    else expect(answer).toMatch(problem);
  });
});

describe("preferences", () => {
  test.each([
    ["Europe/Berlin", true],
    ["UTC", true],
    ["Asia/Kolkata", true],
    ["+01:00", false],
    ["Berlin", false],
    ["", false],
  ])("time zone %j: %s", (name, known) => expect(isTimezone(name)).toBe(known));

  test.each([
    ["de", true],
    ["pt-BR", true],
    ["zh-Hant-TW", true],
    ["de_DE", false],
    ["german language", false],
    ["", false],
  ])("language %j: %s", (tag, known) => expect(isLanguageTag(tag)).toBe(known));
});
