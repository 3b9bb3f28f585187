import type { GapReason } from "../../domain/compliance/gaps.rules.ts";
import { describe, expect, test } from "@jest/globals";
import { suggestControls } from "../../domain/assistant/analyze-evidence.rules.ts";
import { offersFor, suggestionsOf } from "../../domain/assistant/suggestions.rules.ts";
import { en } from "../../domain/texts/en.ts";
import { passage } from "../support/passage.ts";

describe("suggestions", () => {
  const control = (number: string, progress: number, position: number) => ({
    id: number,
    number,
    title: `About ${number}`,
    category: "",
    trustCategory: "security",
    position,
    status: "in_progress" as const,
    progress,
    requiredEvidence: 1,
    approvedEvidence: 0,
    pendingEvidence: 0,
    notApplicable: false,
  });
  const gapOf = (about: ReturnType<typeof control>, reason: GapReason, suggestedAction: string) => {
    const reasons: [GapReason] = [reason];
    return { control: about, reasons, suggestedAction, unread: [], summary: "", evidenceHints: [] };
  };
  const controls = Array.from({ length: 10 }, () => ({ notApplicable: false }));
  const gaps = [
    gapOf(control("A", 0, 1), "no_evidence", "Upload"),
    gapOf(control("B", 50, 2), "evidence_pending", "Review"),
    gapOf(control("C", 100, 3), "open_findings", "Resolve"),
  ];

  test("are sorted by their points", () => {
    expect(
      suggestionsOf(gaps.toReversed(), controls, en).map(({ type, control: on, points }) => [
        type,
        on,
        points,
      ]),
    ).toEqual([
      ["evidence_upload", "A", 10],
      ["evidence_review", "B", 5],
      ["finding_resolution", "C", 0],
    ]);
  });

  test("name their points only if a tenth is left after rounding", () => {
    const almost = { ...gaps[1]!, control: control("B", 99.9, 2) };
    const [most, least] = suggestionsOf([gaps[0]!, almost], controls, en);
    expect(most!.description).toContain("Worth up to 10.0 points");
    expect(least!.description).not.toContain("Worth");
  });

  test("in a chat are about its control, with a policy if there is no evidence", () => {
    const all = suggestionsOf(gaps, controls, en);
    expect(offersFor(all, "A", en).map(({ type }) => type)).toEqual(["evidence_upload", "policy_generation"]);
    expect(offersFor(all, "B", en).map(({ type }) => type)).toEqual(["evidence_review"]);
    expect(offersFor(all, "Z", en)).toEqual([]);
    expect(offersFor(all, null, en)).toHaveLength(3);
  });
});

test("evidence without a topic matches no control", () => {
  const controls = [
    { number: "CC6.1", title: "Logical access", summary: "Access is restricted", evidenceHints: [] },
  ];
  const evidence = {
    title: "Menu",
    qualityScore: 50,
    weaknesses: [],
    passages: [passage("Soup and bread at noon")],
  };
  expect(suggestControls(evidence, controls, en)).toMatchObject({
    controls: [],
    text: "Menu covers no particular control.",
  });
});
