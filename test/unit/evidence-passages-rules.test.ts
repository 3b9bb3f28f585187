import { describe, expect, test } from "@jest/globals";
import { isCompleteSearch } from "../../domain/answers/is-complete-search.rules.ts";
import { whyUnread } from "../../domain/assistant/analyze-evidence.rules.ts";
import { packText, unpackText, type KeptPassage } from "../../domain/evidence/kept-text.rules.ts";

describe("why a file has no passages", () => {
  const read = { status: "approved", chunkingStatus: "COMPLETED" } as const;
  test.each<[string, Partial<Parameters<typeof whyUnread>[0]>, string | null]>([
    ["it was read", {}, null],
    ["it waits for review", { status: "pending" }, null],
    ["it is quarantined", { chunkingStatus: "QUARANTINED" }, "The file is quarantined and was not read"],
    [
      "it was quarantined and replaced",
      { chunkingStatus: "QUARANTINED", status: "superseded" },
      "The file is quarantined and was not read",
    ],
    [
      "it was replaced after it failed",
      { status: "superseded", chunkingStatus: "FAILED", ingestionError: "damaged" },
      "A new version replaced the file: ask about that one",
    ],
    [
      "it is damaged",
      { chunkingStatus: "FAILED", ingestionError: "damaged" },
      "The file could not be read: damaged",
    ],
    [
      "it failed without a reason",
      { chunkingStatus: "FAILED", ingestionError: null },
      "The file could not be read: retry its ingestion",
    ],
  ])("%s", (_why, change, reason) => expect(whyUnread({ ...read, ...change })).toBe(reason));

  test.each(["PENDING", "PROCESSING"] as const)("it is %s", (chunkingStatus) =>
    expect(whyUnread({ ...read, chunkingStatus })).toMatch(/^The file has not been read yet/),
  );
});

describe("the kept text of a replaced version", () => {
  test("has the passages without what only the search needs", () => {
    const passage: KeptPassage = {
      ordinal: 3,
      text: 'Über "Zugriff" \u{1f511}\n\u2028',
      headings: ["Zugriff", ""],
      page: 2,
      pageOffset: 0,
      endPage: 3,
      endPageOffset: 17,
      sheet: null,
      tables: [{ start: 0, end: 4, header: ["Zugriff"], rows: [["Über"]] }],
    };
    const stored = { ...passage, tokenSigns: "signs", id: "chunk" };
    expect(unpackText(packText([stored, { ordinal: 4, text: "", headings: [] }]))).toEqual([
      passage,
      { ordinal: 4, text: "", headings: [] },
    ]);
    expect(unpackText(packText([]))).toEqual([]);
  });
});

describe("a search", () => {
  test.each<[string[], boolean, boolean]>([
    [[], false, true],
    [[], true, true],
    [["reranker"], false, true],
    [["keyword"], true, true],
    [["keyword"], false, false],
    [["semantic"], true, false],
    [["index"], true, false],
    [["index", "keyword"], true, false],
  ])("without %j that found something: %s, can have missed nothing: %s", (degraded, found, complete) =>
    expect(isCompleteSearch(degraded, { found })).toBe(complete),
  );
});
