import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  INVITATION_STATUSES,
  expiryFrom,
  invitationUrl,
  invitationWorkflowId,
  rowsWith,
  statusOf,
  type InvitationStatus,
} from "../../domain/invitations/invitation.rules.ts";

const now = new Date("2026-03-29T00:30:00Z");
const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];

interface Row {
  acceptedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
}

describe("an invitation", () => {
  test.each<[string, Partial<Row>, InvitationStatus]>([
    ["before its expiry", {}, "pending"],
    ["at its expiry", { expiresAt: now }, "expired"],
    ["after its expiry", { expiresAt: before }, "expired"],
    ["that was accepted and has expired since", { acceptedAt: before, expiresAt: before }, "accepted"],
    ["that was accepted and then revoked", { acceptedAt: before, revokedAt: before }, "accepted"],
    ["that was revoked", { revokedAt: before }, "revoked"],
    ["that was revoked and has expired since", { revokedAt: before, expiresAt: before }, "revoked"],
  ])("%s is %s", (_name, change, status) => {
    const row = { acceptedAt: null, revokedAt: null, expiresAt: after, ...change };
    expect(statusOf(row, now)).toBe(status);
  });

  test("lasts for seven days, also when clocks change", () => {
    expect(expiryFrom(now).toISOString()).toBe("2026-04-05T00:30:00.000Z");
    expect(statusOf({ expiresAt: expiryFrom(now) }, now)).toBe("pending");
  });

  test("has a separate workflow each time it is sent", () => {
    const ids = [invitationWorkflowId("a", 1), invitationWorkflowId("a", 2), invitationWorkflowId("b", 1)];
    expect(new Set(ids).size).toBe(3);
    expect(invitationWorkflowId("a", 1)).toBe(ids[0]);
  });

  test("has a link with the token in its query", () => {
    const url = new URL(invitationUrl("https://compliance.example.com", "a-b_c"));
    expect([url.pathname, url.searchParams.get("token")]).toEqual(["/invitation", "a-b_c"]);
  });
});

describe("the filter for a status", () => {
  interface Condition {
    $ne?: null;
    $gt?: Date;
    $lte?: Date;
  }

  const meets = (value: Date | null, condition: Condition | null): boolean => {
    if (condition === null) return value === null;
    if (condition.$ne === null && value === null) return false;
    if (condition.$gt !== undefined && !(value! > condition.$gt)) return false;
    return condition.$lte === undefined || value! <= condition.$lte;
  };
  const matches = (row: Row, filter: object): boolean =>
    Object.entries(filter).every(([name, condition]) =>
      meets(row[name as keyof Row], condition as Condition | null),
    );

  const dates = fc.constantFrom(before, now, after);
  // A row is accepted or revoked, never both: the commands see to that.
  const rows = fc
    .record({ ended: fc.constantFrom("acceptedAt", "revokedAt", null), at: dates, expiresAt: dates })
    .map(({ ended, at, expiresAt }): Row => {
      const row: Row = { acceptedAt: null, revokedAt: null, expiresAt };
      return ended === null ? row : { ...row, [ended]: at };
    });

  test("selects the rows that have it, and no others", () => {
    fc.assert(
      fc.property(rows, (row) => {
        const selecting = INVITATION_STATUSES.filter((status) => matches(row, rowsWith(status, now)));
        expect(selecting).toEqual([statusOf(row, now)]);
      }),
    );
  });
});
