import { describe, expect, test } from "@jest/globals";
import { evidencePage, placeOfPassage } from "../../domain/evidence/evidence-page.rules.ts";
import { chunkIdOf } from "../../retrieval/index/chunk-id.ts";

const ORIGIN = "https://compliance.example.com";

describe("the page of evidence", () => {
  test("is the console's, which asks for a sign-in where there is none", () => {
    expect(evidencePage(ORIGIN, "e1")).toBe(`${ORIGIN}/evidence/e1`);
  });

  test.each([
    [0, 0],
    [12, 0],
    [12, 3],
  ])("opens at passage %i of revision %i", (ordinal, revision) => {
    const chunkId = chunkIdOf("e1", ordinal, revision);
    expect(evidencePage(ORIGIN, "e1", chunkId)).toBe(`${ORIGIN}/evidence/e1?passage=${ordinal}`);
  });

  test("opens at its beginning for an id without a position", () => {
    expect(placeOfPassage("e1")).toBeNull();
    expect(evidencePage(ORIGIN, "e1", "e1")).toBe(`${ORIGIN}/evidence/e1`);
  });
});
