import { describe, expect, test } from "@jest/globals";
import { judge, type Expectation, type Outcome } from "../../dev/corpus/judge.ts";

const expecting = (
  upload: Expectation["upload"],
  final: Expectation["final"],
  text: string[] = [],
): Expectation => ({ file: "a.pdf", upload, final, text });

const completed = (text = ""): Outcome => ({ kind: "completed", text });
const failed: Outcome = { kind: "failed", reason: "encrypted" };
const rejected: Outcome = { kind: "rejected", reason: "encrypted" };
const broken: Outcome = { kind: "broken", reason: "timeout" };

describe("the judge of the corpus run", () => {
  test.each<[string, Outcome, Expectation | undefined]>([
    [
      "text is found across line breaks",
      completed("one\ntwo  three"),
      expecting("accepted", "COMPLETED", ["one two three"]),
    ],
    ["refused at upload where either is allowed", rejected, expecting("either", "FAILED")],
    ["refused while reading where either is allowed", failed, expecting("either", "FAILED")],
    ["refused at upload as expected", rejected, expecting("rejected", null)],
    ["any result where any is allowed", failed, expecting("accepted", "either")],
    ["a failure without an expectation", failed, undefined],
  ])("passes: %s", (_what, outcome, expected) => expect(judge(outcome, expected)).toBeNull());

  test.each<[string, Outcome, Expectation | undefined]>([
    ["a wrong success", completed(), expecting("either", "FAILED")],
    ["an accepted file that should be refused", failed, expecting("rejected", null)],
    ["a refused file that should be accepted", rejected, expecting("accepted", "COMPLETED")],
    ["a failure that should complete", failed, expecting("accepted", "COMPLETED")],
    ["missing text", completed("one"), expecting("accepted", "COMPLETED", ["two"])],
    ["a hang, whatever was expected", broken, expecting("either", "either")],
    ["a hang without an expectation", broken, undefined],
  ])("reports: %s", (_what, outcome, expected) => expect(judge(outcome, expected)).toMatch(/\w/));
});
