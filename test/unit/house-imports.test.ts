import { describe, expect, it } from "@jest/globals";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { importsIn } from "../support/imports-in.ts";

/**
 * Who may import what. The first row whose `who` matches a file applies; a row names other folders only,
 * since a folder may always import itself. `types` may be imported with `import type` in addition to
 * `values`.
 */
interface Row {
  who: string[];
  values: string[];
  types: string[];
  packages: string[];
}
const ANYTHING = ["**"];
const LAYERS =
  "{platform,domain,extraction,retrieval,integrations,activities,workflows,api,migrations,web}/**";
const RULES = "domain/**/*.{rules,data}.ts";
const TABLE: Row[] = [
  { who: ["test/**"], values: ["**"], types: [], packages: ANYTHING },
  {
    who: [
      "workers/**",
      "api/{main,start-api,open-clients}.ts",
      "api/*/open-*.ts",
      "retrieval/{main,start-retrieval}.ts",
      "dev/**",
      "bench/**",
    ],
    values: [LAYERS, "{workers,dev,bench}/**"],
    types: [],
    packages: ANYTHING,
  },
  { who: [RULES], values: [RULES], types: ["domain/**"], packages: [] },
  {
    who: ["domain/**"],
    values: ["domain/**", "platform/{errors,clock,ids,database/find-rows,database/query-rows}.ts"],
    types: [],
    packages: ["@mikro-orm/*", "zod", "node:crypto"],
  },
  { who: ["platform/**"], values: ["platform/**"], types: [], packages: ANYTHING },
  { who: ["migrations/**"], values: ["migrations/**"], types: [], packages: ["@mikro-orm/migrations"] },
  {
    who: ["extraction/**"],
    values: ["extraction/**", "platform/**", RULES],
    types: [],
    packages: ANYTHING,
  },
  {
    who: ["retrieval/**"],
    values: ["retrieval/**", "platform/**"],
    types: ["domain/**", "extraction/**"],
    packages: ANYTHING,
  },
  {
    who: ["integrations/n8n/node/**"],
    values: ["integrations/n8n/node/**"],
    types: [],
    packages: ["n8n-workflow", "node:crypto"],
  },
  {
    who: ["integrations/**"],
    values: ["integrations/**", "platform/**"],
    types: ["domain/**"],
    packages: ANYTHING,
  },
  {
    who: ["workflows/**"],
    values: ["workflows/**", RULES],
    types: ["activities/**", "domain/**"],
    packages: ["@temporalio/{workflow,common}"],
  },
  {
    who: ["activities/**"],
    values: ["activities/**", "domain/**", "retrieval/**", "extraction/**", "integrations/**", "platform/**"],
    types: [],
    packages: ANYTHING,
  },
  {
    who: ["api/**"],
    values: [
      "api/**",
      "domain/**",
      "extraction/**",
      "platform/**",
      "integrations/*/inbound.ts",
      "integrations/*/inbound/**",
    ],
    types: ["retrieval/**", "workflows/**"],
    packages: ANYTHING,
  },
  { who: ["web/**"], values: ["web/**", RULES], types: ["api/**"], packages: ANYTHING },
];

const matches = (file: string, globs: readonly string[]) =>
  globs.some((glob) => path.matchesGlob(file, glob));

/** One message per import that the table does not allow. */
function violations(file: string, text: string): string[] {
  const row = TABLE.find((candidate) => matches(file, candidate.who));
  if (!row) return [`${file} is in no row of the import table: add its folder to house-imports.test.ts`];
  return importsIn(text, file.endsWith("x")).flatMap(({ source, typeOnly }) => {
    const local = source.startsWith(".");
    const target = local ? path.posix.join(path.posix.dirname(file), source) : source;
    const allowed = local ? [...row.values, ...(typeOnly ? row.types : [])] : row.packages;
    if (matches(target, allowed)) return [];
    const may = [
      ...row.values,
      ...row.types.map((glob) => `${glob} (types)`),
      `packages: ${row.packages.join(" ") || "none"}`,
    ];
    return [`${file} may not import ${target}; its folder may import ${may.join(", ")}`];
  });
}

const FOLDERS =
  "{api,domain,retrieval,extraction,workflows,activities,workers,integrations,platform,migrations,web,dev,bench,test}";
const files = globSync([`${FOLDERS}/**/*.{ts,tsx}`, "*.ts"], {
  exclude: ["**/node_modules/**", "**/dist/**"],
});

describe("the import table", () => {
  it("is kept by every file", () => {
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

  it("names existing files of platform", () => {
    for (const file of ["errors", "clock", "ids", "database/find-rows", "database/query-rows"])
      expect(existsSync(`platform/${file}.ts`)).toBe(true);
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
    ["elsewhere/a.ts", `export const x = 1;`],
  ];
  it.each(forbidden)("refuses %s: %s", (file, text) => {
    expect(violations(file, text)).toEqual([expect.stringContaining(file)]);
  });

  const allowed: [file: string, text: string][] = [
    ["domain/a/a.ts", `import { x } from "../integrations/b.ts"; import { z } from "zod";`],
    ["domain/a/a.rules.ts", `import type { E } from "./a.entity.ts"; import { x } from "../b/b.rules.ts";`],
    ["domain/a/a.rules.ts", `import { type E, type F } from "./a.entity.ts";`],
    [
      "workflows/a.ts",
      `import { x } from "../domain/a/a.rules.ts"; import type { A } from "../activities/a.ts";`,
    ],
    ["retrieval/a.ts", `import type { X } from "../extraction/a.ts"; import ort from "onnxruntime-node";`],
    ["api/a/a.ts", `import { x } from "../../integrations/slack/inbound.ts";`],
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
