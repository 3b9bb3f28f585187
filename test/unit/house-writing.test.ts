import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import { allRoutes, type RouteDeps } from "../../api/all-routes.ts";
import { describeApi } from "../../api/gateway/openapi/describe-api.ts";

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
const retiredIn = (text: string): string[] =>
  RETIRED.filter((word) => new RegExp(`\\b${word}\\b`, "i").test(text));

/** All summaries and descriptions in an OpenAPI document. */
function sentencesOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    ["summary", "description"].includes(key) && typeof value === "string" ? [value] : sentencesOf(value),
  );
}

/** First arguments of functions that refuse a request. */
const ERROR =
  /\b(?:conflict|notFound|forbidden|unavailable|unauthorized|tooLarge|AppError\("[A-Z_]+",)\(?\s*["`]([^"`]+)/g;
const errorsIn = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(ERROR)].map(([, message]) => message!);

/** The text of a page without code and link targets. */
const proseOf = (file: string): string =>
  readFileSync(file, "utf8")
    .replaceAll(/^ *```[^]*?^ *```$/gm, "")
    .replaceAll(/`[^`\n]*`|\]\([^)\n]*\)/g, "");

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
    const pages = ["README.md", ...globSync("docs/**/*.md", { exclude: ["docs/style.md"] })];
    expect(pages.length).toBeGreaterThan(50);
    const found = pages.flatMap((page) => retiredIn(proseOf(page)).map((word) => `${page}: ${word}`));
    expect(found).toEqual([]);
  });

  it("is in no error a caller reads", () => {
    const errors = globSync("{api,domain,platform,retrieval}/**/*.ts").flatMap(errorsIn);
    expect(errors.length).toBeGreaterThan(80);
    expect(errors.filter((error) => retiredIn(error).length > 0)).toEqual([]);
  });
});
