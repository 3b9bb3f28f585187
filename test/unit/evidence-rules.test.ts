import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { evidenceStatsOf, type EvidenceGroup } from "../../domain/evidence/evidence-stats.rules.ts";
import {
  CHUNKING_STATUSES,
  EVIDENCE_STATUSES,
  INGESTION_STEPS,
  awaitsReview,
  counts,
  expiryWorkflowId,
  ingestionProgress,
  ingestionWorkflowId,
  isQuarantined,
  isUnread,
  lacksReading,
  refreshWorkflowId,
  serves,
  withheldBecause,
  type ChunkingStatus,
  type Countable,
  type EvidenceStatus,
  type IngestionState,
} from "../../domain/evidence/evidence.rules.ts";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import {
  ingestionFailure,
  ingestionReason,
  malwareFound,
} from "../../domain/evidence/ingestion-failures.rules.ts";

const countables = fc.record({
  status: fc.constantFrom(...EVIDENCE_STATUSES),
  chunkingStatus: fc.constantFrom(...CHUNKING_STATUSES),
  ingestionAttempt: fc.nat(2),
  approvedUnread: fc.boolean(),
});
const evidence = (change: Partial<Countable> = {}): Countable => ({
  status: "approved",
  chunkingStatus: "COMPLETED",
  ingestionAttempt: 0,
  approvedUnread: false,
  ...change,
});

describe("a file", () => {
  test.each<[ChunkingStatus, number, boolean]>([
    ["PENDING", 0, false],
    ["PROCESSING", 0, false],
    ["COMPLETED", 0, false],
    ["COMPLETED", 3, false],
    ["PENDING", 1, true],
    ["PROCESSING", 1, true],
    ["FAILED", 0, true],
    ["FAILED", 2, true],
    ["QUARANTINED", 0, true],
  ])("that is %s after %d retries is unread: %s", (chunkingStatus, ingestionAttempt, expected) => {
    const reading: IngestionState = { chunkingStatus, ingestionAttempt };
    expect(isUnread(reading)).toBe(expected);
  });
});

describe("figures count evidence", () => {
  test.each<[string, Partial<Countable>, boolean]>([
    ["approved and read", {}, true],
    ["pending and read", { status: "pending" }, true],
    [
      "pending, and its first ingestion is running",
      { status: "pending", chunkingStatus: "PROCESSING" },
      true,
    ],
    ["pending and unreadable", { status: "pending", chunkingStatus: "FAILED" }, false],
    ["approved before it was known to be unreadable", { chunkingStatus: "FAILED" }, false],
    ["approved although it is unreadable", { chunkingStatus: "FAILED", approvedUnread: true }, true],
    [
      "approved although it is unreadable, then withdrawn",
      { status: "pending", chunkingStatus: "FAILED", approvedUnread: true },
      false,
    ],
    ["rejected", { status: "rejected" }, false],
    ["expired", { status: "expired" }, false],
    ["expired, and was approved unread", { status: "expired", approvedUnread: true }, false],
    ["superseded", { status: "superseded" }, false],
    ["quarantined", { status: "quarantined", chunkingStatus: "QUARANTINED" }, false],
  ])("that is %s: %#", (_name, change, expected) => expect(counts(evidence(change))).toBe(expected));

  test("of two statuses only, which either count or lack their text", () => {
    fc.assert(
      fc.property(countables, (one) => {
        const isLive = one.status === "approved" || one.status === "pending";
        expect(Number(counts(one)) + Number(lacksReading(one))).toBe(isLive ? 1 : 0);
      }),
    );
  });

  test("and let a reviewer decide about all evidence that is pending or lacks its text", () => {
    fc.assert(
      fc.property(countables, (one) => {
        if (one.status === "pending") expect(awaitsReview(one)).toBe(true);
        else expect(awaitsReview(one)).toBe(one.status === "approved" && !counts(one));
      }),
    );
  });
});

describe("the download of a file", () => {
  test.each<[EvidenceStatus, ChunkingStatus, boolean]>([
    ["quarantined", "QUARANTINED", true],
    ["quarantined", "COMPLETED", true],
    ["superseded", "QUARANTINED", true],
    ["rejected", "QUARANTINED", true],
    ["approved", "COMPLETED", false],
    ["pending", "FAILED", false],
  ])("of %s evidence that is %s is blocked permanently: %s", (status, chunkingStatus, expected) => {
    expect(isQuarantined({ status, chunkingStatus })).toBe(expected);
    for (const scans of [true, false])
      expect(withheldBecause({ status, chunkingStatus, ingestionStep: "complete" }, { scans })).toBe(
        expected ? "quarantined" : null,
      );
  });

  test("waits for the scan, if there is a scanner", () => {
    const file = { status: "pending", chunkingStatus: "PROCESSING" } as const;
    for (const ingestionStep of [undefined, null, "scan"] as const) {
      expect(withheldBecause({ ...file, ingestionStep }, { scans: true })).toBe("not_scanned");
      expect(withheldBecause({ ...file, ingestionStep }, { scans: false })).toBeNull();
    }
    for (const ingestionStep of INGESTION_STEPS.filter((step) => step !== "scan"))
      expect(withheldBecause({ ...file, ingestionStep }, { scans: true })).toBeNull();
  });
});

describe("evidence serves a control", () => {
  const one = { control: "CC6.1", alsoControls: ["CC6.2", "A1.1"] };
  test.each([
    ["CC6.1", true],
    ["CC6.2", true],
    ["A1.1", true],
    ["CC6.3", false],
    ["CC6", false],
    ["cc6.1", false],
    ["", false],
  ])("%j: %s", (number, expected) => expect(serves(number)(one)).toBe(expected));
});

describe("statistics of evidence", () => {
  const groups = fc.array(
    fc.record<EvidenceGroup>({
      status: fc.constantFrom(...EVIDENCE_STATUSES),
      chunkingStatus: fc.constantFrom(...CHUNKING_STATUSES),
      total: fc.nat(1_000),
    }),
  );
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

  test("add up in both dimensions, in any order of the groups", () => {
    fc.assert(
      fc.property(groups, (all) => {
        const stats = evidenceStatsOf(all);
        expect(stats.total).toBe(sum(all.map(({ total }) => total)));
        expect(sum(Object.values(stats.status))).toBe(stats.total);
        expect(sum(Object.values(stats.chunking_status))).toBe(stats.total);
        expect(evidenceStatsOf(all.toReversed())).toEqual(stats);
      }),
    );
  });

  test("have every status, also without evidence", () => {
    const { total, status, chunking_status } = evidenceStatsOf([]);
    expect(total).toBe(0);
    expect(Object.entries(status)).toEqual(EVIDENCE_STATUSES.map((name) => [name, 0]));
    expect(Object.entries(chunking_status)).toEqual(CHUNKING_STATUSES.map((name) => [name, 0]));
  });
});

describe("the name", () => {
  test("of a workflow differs for each attempt, revision and expiry", () => {
    const ids = [
      ingestionWorkflowId("a", 0),
      ingestionWorkflowId("a", 1),
      ingestionWorkflowId("a", 2),
      refreshWorkflowId("a", 1),
      refreshWorkflowId("a", 2),
      expiryWorkflowId("a", new Date(1)),
      expiryWorkflowId("a", new Date(2)),
      ingestionWorkflowId("b", 0),
    ];
    expect(new Set(ids).size).toBe(ids.length);
    expect(ingestionWorkflowId("a", 0)).toBe("ingest-a");
  });

  test("of a blob is in the folder of its evidence, so that one removal deletes all", () => {
    const { folder, passages, vectors, embedded, ...files } = blobKeys("a");
    const parts = [0, 1].flatMap((revision) => [vectors(revision), embedded(revision)]);
    const keys = [...Object.values(files), passages(0), passages(1), ...parts];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key.startsWith(`${folder}/`)).toBe(true);
    for (const revision of [0, 1])
      for (const part of [vectors, embedded])
        expect(part(revision).startsWith(`${passages(revision)}/`)).toBe(true);
  });
});

describe("the reason why a file could not be read", () => {
  test.each([["encrypted"], ["zip_bomb"], ["timeout"], ["too_large_to_scan"]])(
    "%s is a sentence",
    (reason) => {
      expect(ingestionFailure(reason)).toMatch(/^The|^Reading/);
      expect(ingestionFailure(reason)).not.toContain("operator can find");
    },
  );

  test("the sentence says what to do", () => {
    expect(ingestionFailure("encrypted")).toBe(
      "The file is protected with a password and cannot be read: remove the password, then upload it again",
    );
  });

  test.each([["constructor"], ["__proto__"], ["toString"], [""], ["<b>"], [null], [7], [{}], [undefined]])(
    "%j is never shown in the reader's words",
    (reason) => expect(ingestionFailure(reason)).toBe(ingestionFailure("unknown")),
  );

  test.each([
    ["encrypted", ingestionFailure("encrypted")],
    ["encrypted", "The file is protected with a password and cannot be read"],
    ["unreadable", ingestionFailure("unknown")],
    ["malware", malwareFound("Eicar-Test-Signature")],
    [null, "It is damaged, in the words of an earlier version"],
    [null, null],
  ])("%s is found in its sentence", (reason, message) => {
    expect(ingestionReason(message)).toBe(reason);
  });
});

describe("the progress of an ingestion", () => {
  test("grows with each step, and is complete only at the end", () => {
    const shares = INGESTION_STEPS.map((step) => ingestionProgress("PROCESSING", step));
    expect(shares[0]).toBe(0);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(new Set(shares).size).toBe(shares.length);
    expect(Math.max(...shares)).toBeLessThan(1);
  });

  test.each<[ChunkingStatus, number]>([
    ["PENDING", 0],
    ["FAILED", 0],
    ["COMPLETED", 1],
  ])("%s without a step is %d", (status, share) => expect(ingestionProgress(status, null)).toBe(share));
});
