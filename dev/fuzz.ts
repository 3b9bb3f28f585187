import { readFile } from "node:fs/promises";
import { ROLES } from "../domain/users/user.rules.ts";
import { createListIds, findKnownIds } from "./fuzz/known-ids.ts";
import { findKnownPathIds } from "./fuzz/known-path-ids.ts";
import { reportFindings } from "./fuzz/report.ts";
import {
  ensureSchemathesis,
  fetchDescription,
  runSchemathesis,
  type Description,
  type FuzzReport,
} from "./fuzz/schemathesis.ts";
import { PASSWORD, startTarget, type FuzzTarget } from "./fuzz/start-target.ts";
import { readArgs } from "./read-args.ts";
import { readChoice } from "./read-choice.ts";
import { readNumber } from "./read-number.ts";
import { StackError } from "./stack/stack-error.ts";
import { createSupervisor } from "./stack/supervisor.ts";
import { runInFolder } from "./tested-product/run-in-folder.ts";

const CALLERS = ["anonymous", ...ROLES] as const;
type Caller = (typeof CALLERS)[number];

const HELP = `npm run fuzz [-- --role customer --seconds 40 --examples 20 --seed 1]

Schemathesis reads /openapi.json and sends generated requests to the API of the demo organisation, most of them about
something that exists, as each of: ${CALLERS.join(", ")}.
No response may be a 5xx, have a status, header, media type or body that is not documented, or accept what the
documentation forbids; and the demo organisation must still exist afterwards. Uses the servers of npm run stack, or
starts its own.

  --role      one caller; may be repeated
  --seconds   time for each caller; default: 120
  --examples  maximum number of requests for each operation and phase; default: 25
  --seed      repeat a run
`;

const OPTIONS = {
  role: { type: "string", multiple: true },
  seconds: { type: "string", default: "120" },
  examples: { type: "string", default: "25" },
  seed: { type: "string" },
} as const;

function callersOf(roles: readonly string[] | undefined): Caller[] {
  const chosen = roles?.map((role) => readChoice("role", role, CALLERS));
  return CALLERS.filter((caller) => chosen?.includes(caller) ?? true);
}

const request = readArgs({ help: HELP, options: OPTIONS }, ({ role, seconds, examples, seed }) => ({
  callers: callersOf(role),
  seconds: readNumber("seconds", seconds),
  examples: readNumber("examples", examples),
  seed: seed === undefined ? 1 + Math.floor(Math.random() * 1e9) : readNumber("seed", seed),
}));

/** Signs in. Throws if the account no longer exists or cannot sign in. */
async function signIn(baseUrl: string, role: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: `${role}@example.com`, password: PASSWORD }),
  });
  const body = (await response.json()) as { data?: { tokens: { access_token: string } } };
  if (body.data === undefined) throw new StackError(`${role}@example.com can no longer sign in`);
  return `Bearer ${body.data.tokens.access_token}`;
}

/** An admin may remove other accounts, but never the last admin. */
async function checkSurvival(baseUrl: string, caller: Caller): Promise<void> {
  for (const role of caller === "admin" ? ["admin"] : ROLES) await signIn(baseUrl, role);
}

interface FuzzOptions {
  python: string;
  description: Description;
  folder: string;
  seconds: number;
  examples: number;
  seed: number;
}

async function fuzzAs(
  caller: Caller,
  target: FuzzTarget,
  options: FuzzOptions,
): Promise<{ report: FuzzReport; log: string }> {
  const { baseUrl } = target;
  const authorization = caller === "anonymous" ? null : await signIn(baseUrl, caller);
  const idsOf = createListIds(baseUrl, authorization ?? "");
  const paths = Object.keys(options.description.paths);
  const run = await runSchemathesis(supervisor, {
    ...options,
    baseUrl,
    role: caller,
    headers: authorization === null ? {} : { Authorization: authorization },
    // Signing out would end the session of the run.
    headersOf:
      authorization === null
        ? {}
        : { "/api/v1/auth/logout": { Authorization: await signIn(baseUrl, caller) } },
    ids: await findKnownIds(idsOf),
    pathIds: await findKnownPathIds(paths, { idsOf, spared: target.accounts }),
  });
  await checkSurvival(baseUrl, caller);
  return run;
}

/** Lines of the logs that report bugs of ours. */
async function faultsIn(logFiles: readonly string[]): Promise<string[]> {
  const logs = await Promise.all(logFiles.map((file) => readFile(file, "utf8")));
  return logs.flatMap((log) => log.split("\n")).filter((line) => /"level":(50|60)/.test(line));
}

const supervisor = createSupervisor();

async function fuzz(folder: string): Promise<boolean> {
  const { callers, ...limits } = request;
  const python = await ensureSchemathesis();
  const target = await startTarget(supervisor, folder);
  try {
    const description = await fetchDescription(target.baseUrl);
    const options = { folder, ...limits, python, description };
    console.log(`${target.baseUrl}, seed ${options.seed}, up to ${options.seconds} s for each caller`);
    const runs = [];
    for (const caller of callers) {
      console.log(`as ${caller} ...`);
      const run = await fuzzAs(caller, target, options);
      runs.push({ caller, ...run });
    }
    return reportFindings(runs, await faultsIn(target.logFiles));
  } finally {
    await supervisor.stopAll();
    await target.drop();
  }
}

await runInFolder({ prefix: "fuzz-", holds: "Logs and reports", keep: false }, supervisor, fuzz);
