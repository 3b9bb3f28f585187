import { expect, test } from "@jest/globals";
import {
  reasonByHand,
  reasonFromEvidence,
  shareReasonOf,
} from "../../domain/compliance/share-reason.rules.ts";

const counts = { approved: 1, required: 2, pending: 0, lowered: "" };

test("the reason for a control's share of the score has a code and values for other languages", () => {
  const read = [
    reasonFromEvidence(counts),
    reasonFromEvidence({ ...counts, pending: 3 }),
    reasonByHand({ progress: 40, reason: undefined }),
    reasonByHand({ progress: 40.5, reason: "Seen on site:\nhalf" }),
  ].map(shareReasonOf);
  expect(read).toEqual([
    { code: "evidence", values: { approved: "1", required: "2" } },
    { code: "evidence_pending", values: { approved: "1", required: "2", pending: "3" } },
    { code: "by_hand", values: { progress: "40" } },
    { code: "by_hand_because", values: { progress: "40.5", reason: "Seen on site:\nhalf" } },
  ]);
});

test("a reason with someone's words in the middle has none", () => {
  expect(
    shareReasonOf(reasonFromEvidence({ ...counts, lowered: " (3 were required before: x)" })),
  ).toBeNull();
});
