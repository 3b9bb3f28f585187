import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ensurePythonTool } from "../setup/ensure-python-tool.ts";
import { plainEnvironment } from "../stack/service.ts";
import { StackError } from "../stack/stack-error.ts";
import type { Supervisor } from "../stack/supervisor.ts";
import { fillExamples } from "./fill-examples.ts";
import type { PathIds } from "./known-path-ids.ts";
import { wholePaths } from "./whole-paths.ts";

const VERSION = "4.32.5";
const REQUEST_MS = 30_000;

/** The Python with Schemathesis: 95 MB, fifteen seconds. */
export const ensureSchemathesis = (): Promise<string> =>
  ensurePythonTool({
    name: "schemathesis",
    version: VERSION,
    packages: [`schemathesis==${VERSION}`],
    remedy:
      "Install Python 3.10 or later with its venv module (Debian: apt-get install python3 python3-venv).",
  });

const Report = z.object({
  running_time: z.number().nullable(),
  complete: z.boolean(),
  operations: z.object({ total: z.int(), tested: z.int(), errored: z.int() }).nullable(),
  test_cases: z.object({ generated: z.int() }),
  failures: z.array(z.object({ code: z.string(), title: z.string(), operations: z.array(z.string()) })),
  errors: z.array(z.object({ title: z.string(), count: z.int() })),
  /** The responses of each operation by phase. */
  valid_rates: z.record(z.string(), z.record(z.string(), z.object({ accepted: z.int() }))),
});

export type FuzzReport = z.infer<typeof Report>;

/**
 * Checks for every response. positive_data_acceptance is omitted, because valid data may still be refused,
 * for example an unknown framework.
 */
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "unsupported_method",
  "allow_header_conformance",
  "missing_required_header",
  "use_after_free",
  "ignored_auth",
];

const REFUSALS = "400 401 403 404 405 406 409 413 415 422 428 429 5xx".split(" ");

/** The part of an OpenAPI description that we read. */
export interface Description {
  servers: { url: string }[];
  paths: Record<string, unknown>;
}

export interface FuzzRun {
  python: string;
  baseUrl: string;
  /** From `fetchDescription`. */
  description: Description;
  role: string;
  /** Headers of every request, and of single paths. */
  headers: Readonly<Record<string, string>>;
  headersOf: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Existing ids by the name of the parameter or field; half of the ids are invented. */
  ids: Readonly<Record<string, readonly string[]>>;
  /** Existing ids by path and parameter; one in five is invented. */
  pathIds: Readonly<Record<string, PathIds>>;
  seconds: number;
  examples: number;
  seed: number;
  /** The folder for report and log. */
  folder: string;
}

const table = (values: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`)
    .join(", ")} }`;

const list = (name: string, values: readonly string[]): string =>
  `[dictionaries.${name}]\nvalues = ${JSON.stringify(values)}\n`;
const use = (name: string, probability: number): string =>
  `{ dictionary = "${name}", probability = ${probability} }`;

/** Ids for a parameter or field wherever it occurs. */
const idsEverywhere = ([name, values]: [string, readonly string[]]): string =>
  list(name, values) +
  ["query", "body"]
    .map((place) => `[parameters."${place}.${name}"]\ndictionary = "${name}"\nprobability = 0.5\n`)
    .join("");

/** What holds for single operations: the headers of a path, and the ids in it. */
function operationsOf({ headersOf, pathIds }: FuzzRun): string[] {
  const paths = Object.entries(pathIds).map(([path, ids], i) => {
    const entries = Object.entries(ids);
    const lists = entries.map(([name, values]) => list(`path${i}_${name}`, values));
    const uses = entries.map(([name]) => `"path.${name}" = ${use(`path${i}_${name}`, 0.8)}`);
    const operation = `[[operations]]\ninclude-path = ${JSON.stringify(path)}\nexclude-method = "DELETE"\n`;
    return `${lists.join("")}${operation}parameters = { ${uses.join(", ")} }\n`;
  });
  const headers = Object.entries(headersOf).map(
    ([path, own]) => `[[operations]]\ninclude-path = ${JSON.stringify(path)}\nheaders = ${table(own)}\n`,
  );
  return [...paths, ...headers];
}

/** Its configuration file; JSON strings are valid TOML strings. */
function configuration(run: FuzzRun): string {
  // The default, and 413: what is much too long is refused before it is validated.
  const refusals = `[checks]\nnegative_data_rejection.expected-statuses = ${JSON.stringify(REFUSALS)}\n`;
  const ids = Object.entries(run.ids).map(idsEverywhere);
  return [`headers = ${table(run.headers)}\n`, refusals, ...ids, ...operationsOf(run)].join("\n");
}

/** Its response never ends, and Schemathesis would wait for it. */
const ENDLESS = "/api/v1/events/stream";

/** The description with a single server for all paths, as Schemathesis requires. */
export async function fetchDescription(baseUrl: string): Promise<Description> {
  const response = await fetch(`${baseUrl}/openapi.json`, { signal: AbortSignal.timeout(REQUEST_MS) });
  const document = (await response.json()) as object;
  const { [ENDLESS]: _endless, ...paths } = wholePaths(document);
  return { ...document, servers: [{ url: baseUrl }], paths };
}

function argumentsOf(run: FuzzRun, config: string, description: string, report: string): string[] {
  const options = {
    url: run.baseUrl,
    checks: CHECKS.join(","),
    "max-time": run.seconds,
    "max-examples": run.examples,
    seed: run.seed,
    // Uses the role's credentials; additional invented ones would only yield 400 or 401.
    "generation-with-security-parameters": false,
    "generation-database": "none",
    warnings: "off",
    report: "json",
    "report-json-path": report,
  };
  return [
    "-m",
    "schemathesis.cli",
    "--config-file",
    config,
    "run",
    description,
    "--continue-on-failure",
    "--no-color",
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
  ];
}

/** Sends generated requests as one role until its time is over. Throws StackError if it cannot. */
export async function runSchemathesis(
  supervisor: Supervisor,
  run: FuzzRun,
): Promise<{ report: FuzzReport; log: string }> {
  const [config, description, reportFile, log] = ["toml", "openapi.json", "json", "log"].map((extension) =>
    join(run.folder, `${run.role}.${extension}`),
  ) as [string, string, string, string];
  await writeFile(config, configuration(run));
  await writeFile(description, JSON.stringify(fillExamples(run.description, run.ids, run.pathIds)));
  const child = supervisor.spawn({
    name: "Schemathesis",
    command: run.python,
    args: argumentsOf(run, config, description, reportFile),
    cwd: run.folder,
    env: { ...plainEnvironment(), COLUMNS: "120" },
    logFile: log,
    stage: "product",
  });
  await child.exited;
  const text = await readFile(reportFile, "utf8").catch(() => {
    throw new StackError(`Schemathesis wrote no report; its output: ${log}`);
  });
  return { report: Report.parse(JSON.parse(text)), log };
}
