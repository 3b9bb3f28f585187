import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import { allRoutes, type RouteDeps } from "../../api/all-routes.ts";
import { describeApi } from "../../api/gateway/openapi/describe-api.ts";
import { textsIn, unwrap } from "../support/texts-in.ts";

const URL = "https://compliance.example.com";
const deps = {
  tokens: { issuer: URL, audience: "api" },
  rotationKey: Buffer.alloc(32),
  mcpEnabled: true,
  publicUrl: URL,
  corsOrigins: [],
} as unknown as RouteDeps;

/** The left column of the table of words in docs/style.md. */
const RETIRED = readFileSync("docs/style.md", "utf8")
  .split("\n## Words\n")[1]!
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...line.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, word]) => word!));
const RETIRED_PHRASE = new RegExp(`\\b(?:${RETIRED.join("|")})\\b`, "gi");
/** The retired words of a text, code in backticks aside. */
const retiredIn = (text: string): string[] => text.replaceAll(/`[^`\n]*`/g, "").match(RETIRED_PHRASE) ?? [];

/** All summaries and descriptions in an OpenAPI document. */
function sentencesOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    ["summary", "description"].includes(key) && typeof value === "string" ? [value] : sentencesOf(value),
  );
}

const SOURCES =
  "{activities,api,bench,dev,domain,extraction,integrations,platform,retrieval,runtime,test,testkit,web/src,workers,workflows}/**/*.{ts,tsx,mjs}";
const PAGES = "{README,docs/**/*,integrations/n8n/node/README}.md";
/** Texts in another language, or of others: documents of the demo, and lists of words. */
const NOT_OURS = [
  "**/*.d.ts",
  "**/dist/**",
  "dev/{corpus,demo}/**",
  "domain/answers/{synonyms.data,words.rules}.ts",
  "{domain/texts,web/src/i18n}/de/**",
];

/**
 * Texts with retired words in a source file; in a test, only titles and comments, because other literals are
 * its data.
 */
function retiredTextsIn(file: string): string[] {
  const source = readFileSync(file, "utf8");
  // Most files have none, and parsing all of them takes seconds.
  if (unwrap(source).match(RETIRED_PHRASE) === null) return [];
  return textsIn(source, file.endsWith("x"))
    .filter(({ kind }) => kind !== "literal" || !file.startsWith("test/"))
    .flatMap(({ line, text }) => retiredIn(text).map((word) => `${file}:${line}: ${word}`));
}

/** The text of a page without code and link targets. */
const proseOf = (file: string): string =>
  readFileSync(file, "utf8")
    .replaceAll(/^ *```[^]*?^ *```$/gm, "")
    .replaceAll(/\]\([^)\n]*\)/g, "");

describe("a word that docs/style.md retires", () => {
  it("is found in a sentence, but not within another word", () => {
    expect(retiredIn("Only rows that came so far")).toEqual(["came so far"]);
    expect(retiredIn("The gateway always answers")).toEqual([]);
  });

  it("is in no summary or description of the API", () => {
    const sentences = [...new Set(sentencesOf(describeApi(allRoutes(deps), URL)))];
    expect(sentences.length).toBeGreaterThan(500);
    expect(sentences.filter((sentence) => retiredIn(sentence).length > 0)).toEqual([]);
  });

  it("is in no page of the documentation", () => {
    const pages = globSync(PAGES, { exclude: ["docs/style.md"] });
    expect(pages.length).toBeGreaterThan(50);
    const found = pages.flatMap((page) => retiredIn(proseOf(page)).map((word) => `${page}: ${word}`));
    expect(found).toEqual([]);
  });

  it("is in no comment, test name or text in a source file", () => {
    const files = globSync(SOURCES, { exclude: NOT_OURS });
    expect(files.length).toBeGreaterThan(1000);
    expect(files.flatMap(retiredTextsIn)).toEqual([]);
  });
});
