import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  CHUNKING_STATUSES,
  EVIDENCE_STATUSES,
  acceptanceRefusal,
  controlsRefusal,
  coverageRefusal,
  endRefusal,
  reuseRefusal,
  reviewRefusal,
  type Acceptance,
  type EvidenceStatus,
  type ReviewDecision,
} from "../../domain/evidence/evidence.rules.ts";

const now = new Date("2026-03-29T01:00:00Z");
const [past, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];

type Reviewed = Parameters<typeof reviewRefusal>[0];
type Reviewing = Parameters<typeof reviewRefusal>[1];

const pending: Reviewed = {
  status: "pending",
  chunkingStatus: "COMPLETED",
  ingestionAttempt: 0,
  approvedUnread: false,
  uploadedBy: { id: "customer" },
  acceptance: null,
  expiresAt: null,
};
const review = (change: Partial<Reviewing> = {}): Reviewing => ({
  decision: "approve",
  reviewerId: "manager",
  isAuditor: false,
  expiresAt: null,
  ...change,
});
const refusal = (evidence: Partial<Reviewed>, decision: Partial<Reviewing>) =>
  reviewRefusal({ ...pending, ...evidence }, review(decision), now);

describe("a review", () => {
  test.each<[string, Partial<Reviewed>, Partial<Reviewing>]>([
    ["an approval of pending evidence", {}, {}],
    ["a rejection of pending evidence", {}, { decision: "reject" }],
    ["an approval until a future date", {}, { expiresAt: later }],
    ["an approval before its expiry", { expiresAt: later }, {}],
    ["a later date in place of a past one", { expiresAt: past }, { expiresAt: later }],
    ["a rejection of expired evidence", { expiresAt: past }, { decision: "reject" }],
    ["withdrawing an approval", { status: "approved" }, { decision: "withdraw" }],
    [
      "an auditor's rejection of evidence that others approved",
      { status: "approved" },
      { decision: "reject", isAuditor: true },
    ],
    [
      "an auditor's rejection of evidence that they rejected before",
      { status: "approved", acceptance: "rejected" },
      { decision: "reject", isAuditor: true },
    ],
    [
      "a new approval of evidence that proved unreadable",
      { status: "approved", chunkingStatus: "FAILED" },
      {},
    ],
  ])("may be %s", (_name, evidence, decision) => expect(refusal(evidence, decision)).toBeNull());

  test.each<[string, Partial<Reviewed>, Partial<Reviewing>, RegExp]>([
    ["one's own upload", {}, { reviewerId: "customer" }, /review your own upload/],
    ["one's own upload, to reject it", {}, { reviewerId: "customer", decision: "reject" }, /your own upload/],
    [
      "one's own upload, to withdraw it",
      { status: "approved" },
      { reviewerId: "customer", decision: "withdraw" },
      /your own upload/,
    ],
    ["approved evidence", { status: "approved" }, {}, /Only pending/],
    [
      "approved evidence, to reject it as a manager",
      { status: "approved" },
      { decision: "reject" },
      /Only pending/,
    ],
    [
      "evidence that the auditor accepted",
      { status: "approved", acceptance: "accepted" },
      { decision: "reject", isAuditor: true },
      /Only pending/,
    ],
    ["a missing approval", {}, { decision: "withdraw" }, /Only an approval/],
    ["at its very expiry", { expiresAt: now }, {}, /has expired/],
    ["until now", {}, { expiresAt: now }, /has expired/],
    ["until a past date", { expiresAt: later }, { expiresAt: past }, /has expired/],
  ])("cannot be of %s", (_name, evidence, decision, message) =>
    expect(refusal(evidence, decision)?.message).toMatch(message),
  );

  test("never applies to evidence in a final state", () => {
    const over = fc.constantFrom<EvidenceStatus>("rejected", "expired", "superseded", "quarantined");
    const decisions = fc.constantFrom<ReviewDecision>("approve", "reject", "withdraw");
    fc.assert(
      fc.property(
        over,
        decisions,
        fc.boolean(),
        fc.constantFrom(...CHUNKING_STATUSES),
        (status, decision, isAuditor, chunkingStatus) =>
          expect(refusal({ status, chunkingStatus }, { decision, isAuditor })?.message).toContain(status),
      ),
    );
  });
});

describe("an auditor's acceptance", () => {
  test.each<[EvidenceStatus, Acceptance | null, "accept" | "withdraw", RegExp | null]>([
    ["approved", null, "accept", null],
    ["approved", "rejected", "accept", null],
    ["approved", "accepted", "accept", /already/],
    ["approved", "accepted", "withdraw", null],
    ["approved", null, "withdraw", /no acceptance to withdraw/],
    ["approved", "rejected", "withdraw", /no acceptance to withdraw/],
    ["pending", null, "accept", /this one is pending/],
    ["rejected", null, "accept", /this one is rejected/],
    ["expired", null, "accept", /this one is expired/],
    ["expired", "accepted", "withdraw", null],
  ])("of %s evidence, currently %s, can %s: %s", (status, acceptance, decision, message) => {
    const found = acceptanceRefusal({ status, acceptance }, decision)?.message ?? null;
    if (message === null) expect(found).toBeNull();
    else expect(found).toMatch(message);
  });
});

describe("a user without the right to review", () => {
  test.each<[string, EvidenceStatus, Date | null, Date | null, boolean]>([
    ["shorten an approval", "approved", now, past, true],
    ["keep its expiry", "approved", now, now, true],
    ["extend it", "approved", now, later, false],
    ["remove its expiry", "approved", now, null, false],
    ["extend an expired one", "expired", now, later, false],
    ["set an expiry where there is none", "approved", null, later, true],
    ["extend one that no one approved", "pending", now, later, true],
    ["extend a rejected one", "rejected", now, null, true],
  ])("may %s: %#", (_name, status, expiresAt, wanted, allowed) => {
    const found = endRefusal({ status, expiresAt }, wanted);
    if (allowed) expect(found).toBeNull();
    else expect(found).toContain(now.toISOString());
  });

  const covered = { collectedAt: "2026-04-01", periodStart: "2026-01-01", periodEnd: "2026-03-31" };
  const changes = [{ collectedAt: "2026-05-01" }, { periodStart: "2025-01-01" }, { periodEnd: null }];
  describe.each(changes)("and the dates %j", (change) => {
    test.each<[EvidenceStatus, boolean]>([
      ["pending", true],
      ["rejected", true],
      ["approved", false],
      ["expired", false],
    ])("of %s evidence: may set them %s", (status, allowed) => {
      const found = coverageRefusal({ status, ...covered }, { ...covered, ...change });
      if (allowed) expect(found).toBeNull();
      else expect(found).toMatch(/collection date and period/);
      expect(coverageRefusal({ status, ...covered }, { ...covered })).toBeNull();
    });
  });

  const controls = ["CC6.1", "CC6.2"];
  test.each<[string, EvidenceStatus, string[], boolean]>([
    ["remove a control from approved evidence", "approved", ["CC6.1"], true],
    ["remove all of them", "approved", [], true],
    ["reorder them", "approved", ["CC6.2", "CC6.1"], true],
    ["add one", "approved", ["CC6.1", "CC6.3"], false],
    ["add one to expired evidence", "expired", ["CC6.3"], false],
    ["add one to pending evidence", "pending", ["CC6.3"], true],
    ["add one to rejected evidence", "rejected", ["CC6.3"], true],
  ])("may %s: %#", (_name, status, wanted, allowed) => {
    const found = controlsRefusal({ status, controls }, wanted);
    if (allowed) expect(found).toBeNull();
    else expect(found).toMatch(/ask a manager/);
  });
});

describe("evidence for another project", () => {
  const owned = (id: string, customer: string | null = "c") => ({
    id,
    customer: customer === null ? null : { id: customer },
  });
  const source = { status: "approved", chunkingStatus: "COMPLETED", project: owned("a") } as const;
  const target = owned("b");

  test.each<[string, Partial<Parameters<typeof reuseRefusal>[0]>, ReturnType<typeof owned>, RegExp]>([
    ["of the same project", {}, owned("a"), /already/],
    ["of another customer", {}, owned("b", "d"), /different customers/],
    ["without a customer", { project: owned("a", null) }, target, /different customers/],
    ["with malware", { chunkingStatus: "QUARANTINED" }, target, /quarantine/],
    ["that is quarantined, of another customer", { status: "quarantined" }, owned("b", "d"), /quarantine/],
    ["that was rejected", { status: "rejected" }, target, /this one is rejected/],
    ["that has expired", { status: "expired" }, target, /this one is expired/],
    ["that was superseded", { status: "superseded" }, target, /this one is superseded/],
  ])("cannot be evidence %s", (_name, change, where, message) =>
    expect(reuseRefusal({ ...source, ...change }, where)).toMatch(message),
  );

  test.each(["pending", "approved"] as const)("may be %s", (status) =>
    expect(reuseRefusal({ ...source, status }, target)).toBeNull(),
  );

  test("may be of the same customer only, whatever its state", () => {
    const customers = fc.constantFrom("c", "d", null);
    const states = fc.constantFrom(...EVIDENCE_STATUSES);
    fc.assert(
      fc.property(states, customers, customers, (status, customerId, other) => {
        const found = reuseRefusal({ ...source, status, project: owned("a", customerId) }, owned("b", other));
        if (found === null) expect(customerId).toBe(other);
      }),
    );
  });
});
