import { describe, expect, it } from "@jest/globals";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { IMPORT_TABLE, importProblem, type ImportRow } from "../../dev/lint/import-table.ts";
import { importsIn } from "../support/imports-in.ts";

/** One message per import that the table does not allow. */
const violations = (file: string, text: string): string[] =>
  importsIn(text, file.endsWith("x")).flatMap(
    ({ source, typeOnly }) => importProblem(file, source, typeOnly) ?? [],
  );

/** The globs that a glob with braces stands for. */
function alternatives(glob: string): string[] {
  const [, before = "", inner, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(glob) ?? [];
  if (inner === undefined) return [glob];
  return inner.split(",").flatMap((part) => alternatives(`${before}${part}${after}`));
}

const FOLDERS =
  "{api,domain,retrieval,extraction,workflows,activities,runtime,workers,integrations,platform,migrations,web,dev,bench,testkit,test}";
const files = globSync([`${FOLDERS}/**/*.{ts,tsx}`, "*.ts"], {
  exclude: ["**/node_modules/**", "**/dist/**"],
});

describe("the import table", () => {
  it("is followed by every file", () => {
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((file) => violations(file, readFileSync(file, "utf8")))).toEqual([]);
  });

  it("covers every folder with code", () => {
    const tops = globSync("*/", { exclude: (name) => /^(node_modules|dist|coverage|\..*)$/.test(name) });
    const withCode = tops.filter(
      (top) => globSync(`${top}/**/*.ts`, { exclude: ["**/node_modules/**"] }).length > 0,
    );
    expect(withCode).toContain("domain");
    expect(withCode.filter((top) => !path.matchesGlob(path.basename(top), FOLDERS))).toEqual([]);
  });

  it("names existing files and folders only", () => {
    const globs = IMPORT_TABLE.flatMap(({ who, values, types }) => [...who, ...values, ...types]);
    const named = new Set(globs.flatMap(alternatives));
    expect(named).toContain("platform/database/read-rows.ts");
    expect([...named].filter((glob) => globSync(glob).length === 0)).toEqual([]);
  });

  it("matches the table in the architecture page", () => {
    const cell = (globs: string[]) => globs.map((glob) => `\`${glob}\``).join(", ");
    const rowOf = ({ who, values, types, packages }: ImportRow) =>
      [who, values, types, packages].map(cell).join(" | ");
    const page = readFileSync("docs/architecture.md", "utf8");
    const quoted = page.match(/^\| files .*\n.*\n((?:\|.*\n)+)/m)?.[1] ?? "";
    const rows = quoted
      .trim()
      .split("\n")
      .map((row) =>
        row
          .slice(1, -1)
          .split("|")
          .map((text) => text.trim())
          .join(" | "),
      );
    expect(rows).toEqual(IMPORT_TABLE.map(rowOf));
  });
});

describe("the check of the import table", () => {
  const forbidden: [file: string, text: string][] = [
    ["domain/a/a.ts", `import { x } from "../../api/b.ts";`],
    ["domain/a/a.ts", `import type { X } from "../../api/b.ts";`],
    ["domain/a/a.ts", `export { x } from "../../platform/database/orm.ts";`],
    ["domain/a/a.ts", `export * from "../../retrieval/b.ts";`],
    ["domain/a/a.ts", `const lazy = () => import("../../retrieval/b.ts");`],
    ["domain/a/a.ts", `let x: import("../../retrieval/b.ts").B;`],
    ["domain/a/a.ts", `import { Client } from "@temporalio/client";`],
    ["domain/a/a.ts", `import "node:fs";`],
    ["domain/a.ts", `import { x } from "../integrations/b.ts";`],
    ["domain/a/a.rules.ts", `import { z } from "zod";`],
    ["domain/a/a.rules.ts", `import { E, type F } from "./a.entity.ts";`],
    ["domain/a/a.rules.ts", `import { type E, type F } from "./a.entity.ts";`],
    ["platform/a.ts", `import { x } from "../domain/a.ts";`],
    ["extraction/a.ts", `import type { X } from "../domain/a.ts";`],
    ["retrieval/a.ts", `import { x } from "../extraction/a.ts";`],
    ["integrations/slack/a.ts", `import { x } from "../../domain/a.ts";`],
    ["integrations/n8n/node/src/a.ts", `import { x } from "../../../../platform/errors.ts";`],
    ["integrations/n8n/node/src/a.ts", `import { z } from "zod";`],
    ["workflows/a.ts", `import { x } from "../activities/a.ts";`],
    ["workflows/a.ts", `import { x } from "../domain/a/a.commands.ts";`],
    ["workflows/a.ts", `import { randomUUID } from "node:crypto";`],
    ["workflows/a.ts", `import { Client } from "@temporalio/client";`],
    ["activities/a.ts", `import { x } from "../workflows/a.ts";`],
    ["api/a/a.ts", `import { x } from "../../retrieval/a.ts";`],
    ["api/a/a.ts", `import { x } from "../../integrations/slack/client.ts";`],
    ["api/a/a.ts", `import { x } from "../../activities/a.ts";`],
    ["web/src/a.tsx", `import { x } from "../../api/a.ts"; export const y = <p />;`],
    ["workers/a.ts", `import { x } from "../test/support/a.ts";`],
    ["elsewhere/a.ts", `import "./b.ts";`],
  ];
  it.each(forbidden)("refuses %s: %s", (file, text) => {
    expect(violations(file, text)).toEqual([expect.stringContaining(file)]);
  });

  const allowed: [file: string, text: string][] = [
    ["domain/a/a.ts", `import { x } from "../integrations/b.ts"; import { z } from "zod";`],
    ["domain/a/a.rules.ts", `import type { E } from "./a.entity.ts"; import { x } from "../b/b.rules.ts";`],
    [
      "workflows/a.ts",
      `import { x } from "../domain/a/a.rules.ts"; import type { A } from "../activities/a.ts";`,
    ],
    ["retrieval/a.ts", `import type { X } from "../extraction/a.ts"; import ort from "onnxruntime-node";`],
    ["api/a/a.ts", `import { x } from "../../integrations/slack/inbound/a.ts";`],
    ["api/main.ts", `import { x } from "../activities/a.ts";`],
    ["workers/a.ts", `import { x } from "../activities/a.ts";`],
  ];
  it.each(allowed)("lets %s have %s", (file, text) => {
    expect(violations(file, text)).toEqual([]);
  });

  it("suggests permitted alternatives", () => {
    expect(violations("retrieval/a.ts", `import { x } from "../domain/a.ts";`)).toEqual([
      "retrieval/a.ts may not import domain/a.ts; its folder may import retrieval/**, platform/**, domain/** (types), extraction/** (types), packages: **",
    ]);
  });
});
