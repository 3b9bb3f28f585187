import path from "node:path";

/** Who may import what: one row for each folder. docs/architecture.md quotes the table. */
export interface ImportRow {
  /** The first row that matches a file applies. */
  who: string[];
  values: string[];
  /** What may be imported with `import type`, in addition to `values`. */
  types: string[];
  packages: string[];
}

const ANY_PACKAGE = ["**"];
const RULES = "domain/**/*.{rules,data}.ts";
/** A package of its own that runs inside n8n. */
const N8N = "integrations/n8n/node/**";
const LAYERS =
  "{platform,domain,extraction,retrieval,integrations,activities,workflows,api,migrations,web}/**";

export const IMPORT_TABLE: readonly ImportRow[] = [
  { who: ["test/**"], values: ["**"], types: [], packages: ANY_PACKAGE },
  {
    who: ["bench/**"],
    values: [LAYERS, "{runtime,workers,dev,testkit,bench}/**"],
    types: [],
    packages: ANY_PACKAGE,
  },
  {
    who: ["api/{main,start-api,open-*}.ts", "api/*/open-*.ts", "retrieval/{main,start-retrieval}.ts"],
    values: [LAYERS, "runtime/**"],
    types: [],
    packages: ANY_PACKAGE,
  },
  {
    who: ["dev/**"],
    values: [LAYERS, "{runtime,workers,dev,testkit}/**"],
    types: [],
    packages: ANY_PACKAGE,
  },
  {
    who: ["testkit/**"],
    values: [LAYERS, "{runtime,workers,testkit}/**"],
    types: [],
    packages: ANY_PACKAGE,
  },
  {
    who: ["workers/**"],
    values: ["{platform,domain,extraction,retrieval,integrations,activities,workflows,runtime,workers}/**"],
    types: [],
    packages: ANY_PACKAGE,
  },
  {
    who: ["runtime/**"],
    values: ["{platform,domain,integrations,activities,runtime}/**"],
    types: [],
    packages: ANY_PACKAGE,
  },
  { who: [RULES], values: [RULES, "platform/beginning-of.ts"], types: ["domain/**"], packages: [] },
  {
    who: ["domain/**"],
    values: [
      "domain/**",
      "platform/{errors,field-errors,clock,ids,beginning-of,database/read-rows,database/read-page,database/look-up-rows,database/query-rows,database/lock-row}.ts",
    ],
    types: [],
    packages: ["@mikro-orm/*", "zod", "csv-parse/sync", "node:crypto", "node:util"],
  },
  { who: ["platform/**"], values: ["platform/**"], types: [], packages: ANY_PACKAGE },
  { who: ["migrations/**"], values: ["migrations/**"], types: [], packages: ["@mikro-orm/migrations"] },
  {
    who: ["extraction/**"],
    values: ["extraction/**", "platform/**", RULES],
    types: [],
    packages: ANY_PACKAGE,
  },
  {
    who: ["retrieval/**"],
    values: ["retrieval/**", "platform/**"],
    types: ["domain/**", "extraction/**"],
    packages: ANY_PACKAGE,
  },
  { who: [N8N], values: [N8N], types: [], packages: ["n8n-workflow", "node:crypto"] },
  {
    who: ["integrations/**"],
    values: ["integrations/**", "platform/**", RULES],
    types: ["domain/**"],
    packages: ANY_PACKAGE,
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
    packages: ANY_PACKAGE,
  },
  {
    who: ["api/**"],
    values: [
      "api/**",
      "domain/**",
      "extraction/**",
      "platform/**",
      "runtime/**",
      "integrations/*/inbound/**",
    ],
    types: ["retrieval/**", "workflows/**"],
    packages: ANY_PACKAGE,
  },
  { who: ["web/**"], values: ["web/**", RULES], types: ["api/**"], packages: ANY_PACKAGE },
];

/** Matching a glob takes as long as a few dozen imports do otherwise, and most are the same. */
const known = new Map<string, boolean>();

function matches(name: string, globs: readonly string[]): boolean {
  const key = `${name} ${globs.join(" ")}`;
  const found = known.get(key) ?? globs.some((glob) => path.matchesGlob(name, glob));
  known.set(key, found);
  return found;
}

/** The problem with a file importing a module; null if there is none. Relative paths are resolved. */
export function importProblem(file: string, source: string, typeOnly: boolean): string | null {
  const row = IMPORT_TABLE.find(({ who }) => matches(file, who));
  if (!row) return `${file} is in no row of dev/lint/import-table.ts: add its folder`;
  const isLocal = source.startsWith(".");
  const target = isLocal ? path.posix.join(path.posix.dirname(file), source) : source;
  const allowed = isLocal ? [...row.values, ...(typeOnly ? row.types : [])] : row.packages;
  if (matches(target, allowed)) return null;
  const may = [
    ...row.values,
    ...row.types.map((glob) => `${glob} (types)`),
    `packages: ${row.packages.join(" ") || "none"}`,
  ];
  return `${file} may not import ${target}; its folder may import ${may.join(", ")}`;
}
