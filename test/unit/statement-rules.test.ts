import { describe, expect, it, test } from "@jest/globals";
import {
  newsIn,
  overtakes,
  splitChange,
  standing,
  statedIn,
  touchesFigures,
  type StatedFigures,
  type StatedChange,
} from "../../domain/controls/statement.rules.ts";

const shown: StatedFigures = {
  progress: 50,
  progressSource: "evidence",
  requiredEvidence: 3,
  notApplicable: false,
  justification: null,
};
const byHand: StatedFigures = { ...shown, progress: 80, progressSource: "manual" };
const leftOut: StatedFigures = { ...shown, notApplicable: true, justification: "No offices" };

describe("the statements in a change", () => {
  it.each<[string, StatedFigures, StatedChange, string[]]>([
    ["manual progress", shown, { progress: 80 }, ["progress"]],
    ["the current progress", shown, { progress: 50 }, []],
    ["less progress than from evidence", shown, { progress: 0 }, ["progress"]],
    ["other manual progress", byHand, { progress: 81 }, ["progress"]],
    ["the same manual progress", byHand, { progress: 80 }, []],
    ["progress from evidence again", byHand, { progress: null }, []],
    ["less required evidence", shown, { requiredEvidence: 2 }, ["required_evidence"]],
    ["as much or more", shown, { requiredEvidence: 3 }, []],
    ["it does not apply", shown, { notApplicable: true, justification: "x" }, ["not_applicable"]],
    ["it does not apply for another reason", leftOut, { justification: "x" }, ["not_applicable"]],
    ["the same reason", leftOut, { notApplicable: true, justification: "No offices" }, []],
    ["it applies again", leftOut, { notApplicable: false, justification: null }, []],
    ["a justification without anything to justify", shown, { justification: "x" }, []],
    ["several at once", shown, { requiredEvidence: 1, progress: 100 }, ["progress", "required_evidence"]],
  ])("%s", (_what, before, change, fields) =>
    expect(statedIn(before, newsIn(before, change))).toEqual(fields),
  );
});

test("a change is split into pending and immediate parts", () => {
  const change = { ownerId: "o", progress: 10, notApplicable: true, justification: "x", requiredEvidence: 9 };
  expect(splitChange(change, ["progress", "not_applicable"])).toEqual({
    waiting: { progress: 10, notApplicable: true, justification: "x" },
    atOnce: { ownerId: "o", requiredEvidence: 9 },
  });
  expect(splitChange(change, [])).toEqual({ waiting: {}, atOnce: change });
});

test("a newer statement replaces a pending one about the same figure", () => {
  const waiting = { change: { progress: 10 }, reason: "r", said_by: "u", said_at: "t" };
  expect(overtakes({ progress: null }, waiting)).toBe(true);
  expect(overtakes({ requiredEvidence: 1 }, waiting)).toBe(false);
  expect(touchesFigures({ requiredEvidence: 1 })).toBe(true);
  expect(touchesFigures({})).toBe(false);
});

test("a statement ends with its figure", () => {
  const word = {
    reason: "r",
    said_by: "u",
    said_at: "t",
    confirmed_by: null,
    confirmed_at: null,
    note: null,
  };
  const one = { ...word, from: null };
  const all = { progress: one, required_evidence: { ...word, from: 4 }, not_applicable: one };
  expect(Object.keys(standing(all, byHand))).toEqual(["progress", "required_evidence"]);
  expect(Object.keys(standing(all, leftOut))).toEqual(["required_evidence", "not_applicable"]);
  expect(Object.keys(standing(all, { ...shown, requiredEvidence: 4 }))).toEqual([]);
});
