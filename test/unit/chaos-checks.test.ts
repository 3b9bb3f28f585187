import { describe, expect, test } from "@jest/globals";
import { checkReceipts } from "../../dev/chaos/checks/check-receipts.ts";
import { checkLedger, type Marked } from "../../dev/chaos/checks/check-ledger.ts";
import type { Truth } from "../../dev/chaos/checks/read-truth.ts";
import type { Entry } from "../../dev/chaos/load/ledger.ts";
import type { Outcome } from "../../dev/chaos/load/patient-client.ts";

const acknowledged = (id: string): Outcome => ({ kind: "acknowledged", data: { id } });
const REFUSED: Outcome = { kind: "refused", status: 403, message: "no" };
const UNKNOWN: Outcome = { kind: "unknown", message: "no answer" };

const entry = (outcome: Outcome, about: Partial<Entry> = {}): Entry => ({
  kind: "finding.create",
  mark: "mark1",
  actorId: "someone",
  projectId: "p1",
  subjectId: null,
  wanted: null,
  outcome,
  ...about,
});
const row = (id: string): Marked => ({ kind: "finding.create", id, mark: "mark1" });
const event = (kind: string, about: Partial<Truth["events"][number]> = {}): Truth["events"][number] => ({
  id: `${kind}-1`,
  kind,
  subject_id: "e1",
  project_id: "p1",
  actor_id: null,
  owner_id: null,
  data: {},
  at: 10_000,
  ...about,
});

describe("an acknowledgement", () => {
  const check = (one: Entry, rows: Marked[], events: Truth["events"] = []): string[] =>
    checkLedger({ events }, rows, { writes: [one] });

  test("is right if the row exists once", () => {
    expect(check(entry(acknowledged("a")), [row("a")])).toEqual([]);
    expect(check(entry(REFUSED), [])).toEqual([]);
    expect(check(entry(UNKNOWN), [])).toEqual([]);
    expect(check(entry(UNKNOWN), [row("a")])).toEqual([]);
  });

  test("is wrong if the row is lost, duplicated, or exists despite a refusal", () => {
    expect(check(entry(acknowledged("a")), [])).toEqual([
      "finding.create mark1 was acknowledged as a, but does not exist",
    ]);
    expect(check(entry(acknowledged("a")), [row("a"), row("b")])).toEqual([
      "finding.create mark1 exists 2 times",
    ]);
    expect(check(entry(UNKNOWN), [row("a"), row("b")])).toHaveLength(1);
    expect(check(entry(REFUSED), [row("a")])).toEqual([
      "finding.create mark1 was refused with 403, but exists",
    ]);
  });

  test("is right if someone deleted the row", () => {
    const deleted = event("evidence.deleted", { subject_id: "a" });
    expect(check(entry(acknowledged("a"), { kind: "evidence.upload" }), [], [deleted])).toEqual([]);
  });

  test("of a decision is right if it happened once, and only if it was not refused", () => {
    const about = { kind: "evidence.review", mark: "", subjectId: "e1", wanted: "approve" } as const;
    const approved = event("evidence.approved");
    expect(check(entry(acknowledged("e1"), about), [], [approved])).toEqual([]);
    expect(check(entry(acknowledged("e1"), about), [], [])).toHaveLength(1);
    expect(check(entry(acknowledged("e1"), about), [], [approved, approved])).toHaveLength(1);
    expect(check(entry(REFUSED, about), [], [approved])).toHaveLength(1);
    expect(check(entry(UNKNOWN, about), [], [approved])).toEqual([]);
  });
});

describe("webhook deliveries", () => {
  const companies = [{ projectIds: ["p1"], passingIds: [], hooks: [{ path: "/a", ownerId: "a", since: 0 }] }];
  const check = (events: Truth["events"], ids: string[], forged: string[] = []): string[] => {
    const received = ids.map((eventId) => ({ path: "/a", eventId, body: "" }));
    return checkReceipts({ events }, companies, { received, forged });
  };
  const mine = event("finding.created", { id: "mine" });
  const foreign = event("finding.created", { id: "foreign", project_id: "p2" });

  test("are right if receivers got their events, at least once", () => {
    expect(check([mine, foreign], ["mine", "mine"])).toEqual([]);
  });

  test("are wrong if one is missing, sent to others, invented, or unsigned", () => {
    expect(check([mine], [])).toEqual(["/a did not receive finding.created mine"]);
    expect(check([mine, foreign], ["mine", "foreign"])).toEqual([
      "/a wrongly received finding.created foreign",
    ]);
    expect(check([], ["made-up"])).toEqual(["/a wrongly received an unknown event made-up"]);
    expect(check([mine], ["mine"], ["/a: no signature"])).toHaveLength(1);
  });

  test("exclude earlier events, and include events that concern the receiver", () => {
    expect(check([event("finding.created", { at: 0 })], [])).toEqual([]);
    const own = event("api_key.created", { id: "own", project_id: null, owner_id: "a" });
    expect(check([own], ["own"])).toEqual([]);
    expect(check([{ ...own, owner_id: "b" }], ["own"])).toHaveLength(1);
  });
});
