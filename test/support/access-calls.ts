import { setTimeout as sleep } from "node:timers/promises";
import { SUBJECTS } from "./access-subjects.ts";
import { CREDENTIALS, PEOPLE, VALID, type Credential, type PersonName } from "./access-callers.ts";
import type { AccessRow } from "./access-row.ts";
import { ACCESS_TABLE } from "./access-table.ts";
import { PLACES, type Headers, type Made, type Stage, type Thing, type WorldName } from "./access-worlds.ts";

const AT_ONCE = 8;

interface Call {
  /** A description of the caller. */
  who: string;
  world: WorldName;
  expected: number;
  headers: () => Headers | Promise<Headers>;
  isForeign: (thing: Thing) => boolean;
}

const seesDemo = (person: PersonName): boolean => PLACES[person].manager === null;

/** Whether a response to this caller must not name the thing. */
function isForeignTo({ worlds }: Stage, person: PersonName, credential: Credential): Call["isForeign"] {
  const { role, world } = PLACES[person];
  const confined = credential === "key for another project";
  const { otherProjectId } = worlds[world];
  return (thing) => {
    if (confined && thing.kind === "project") return thing.projectId !== otherProjectId;
    if (thing.world === "demo") return !seesDemo(person);
    if (role === "admin") return false;
    return thing.kind === "key" ? thing.owner !== person : thing.world !== world;
  };
}

const changes = (row: AccessRow, expected: number): boolean => row.method !== "GET" && expected < 300;

/** A misplaced key is refused before its owner matters, so each route is tried with those of one person, in turn. */
const credentialsOf = (person: number, row: AccessRow): readonly Credential[] =>
  ACCESS_TABLE.indexOf(row) % PEOPLE.length === person ? CREDENTIALS : VALID;

/** Everyone with every valid credential, for the resources of the first customer. */
function callsAtHome(stage: Stage, row: AccessRow): Call[] {
  const { anonymous: expected } = row;
  const nobody = {
    who: "nobody",
    world: "home",
    expected,
    headers: () => ({}),
    isForeign: () => true,
  } as const;
  const somebody = PEOPLE.flatMap((person, at) =>
    credentialsOf(at, row).map((credential): Call => {
      const status = row.expected(person, credential);
      return {
        who: `${person}, ${credential}`,
        world: "home",
        expected: status,
        headers: () =>
          row.subject === "caller" && changes(row, status)
            ? stage.standIn(person, credential)
            : stage.headersOf(person, credential),
        isForeign: isForeignTo(stage, person, credential),
      };
    }),
  );
  const bound: Call = {
    who: "admin who may not see demo projects",
    world: "home",
    expected: row.expected("admin", "session"),
    headers: () => stage.boundAdmin,
    // The users of a demo project are ordinary users.
    isForeign: (thing) => thing.world === "demo" && thing.kind !== "person",
  };
  return row.method === "GET" ? [nobody, ...somebody, bound] : [nobody, ...somebody];
}

const inDemo = (stage: Stage, person: PersonName, expected: number): Call => ({
  who: `${person}, about a demo project`,
  world: "demo",
  expected,
  headers: () => stage.headersOf(person, "session"),
  isForeign: isForeignTo(stage, person, "session"),
});

/** For each role, one caller who may see demo projects and one who may not. */
function callsAboutDemo(stage: Stage, { early, expected, expectedOfDemo }: AccessRow): Call[] {
  if (expectedOfDemo === null) return [];
  const unseen = (person: PersonName): number => (early && expected(person, "session") === 403 ? 403 : 404);
  const may: PersonName[] = ["shared customer", "auditor", "manager", "admin"];
  const mayNot: PersonName[] = ["customer", "foreign auditor", "foreign manager"];
  return [
    ...may.map((person) => inDemo(stage, person, expectedOfDemo(PLACES[person].role))),
    ...mayNot.map((person) => inDemo(stage, person, unseen(person))),
    {
      ...inDemo(stage, "admin", 404),
      who: "admin who may not see demo projects",
      headers: () => stage.boundAdmin,
      isForeign: (thing: Thing) => thing.world === "demo",
    },
  ];
}

/**
 * Retries when the caller's share is used up: on a slow machine, this many simultaneous calls wait too long.
 */
async function unlessBusy(ask: () => Promise<Response>): Promise<Response> {
  const response = await ask();
  if (response.status !== 503 || !response.headers.has("retry-after")) return response;
  await response.arrayBuffer();
  await sleep(Number(response.headers.get("retry-after")) * 1_000);
  return ask();
}

/** Returns the problem with the response. */
async function make(stage: Stage, row: AccessRow, call: Call, made: Made): Promise<string[]> {
  const params = Object.entries(made.params ?? {});
  const bare = params.reduce((text, [name, value]) => text.replace(`{${name}}`, value), row.path);
  const path = made.query === undefined ? bare : `${bare}?${new URLSearchParams(made.query).toString()}`;
  const json = made.form === undefined ? (made.body ?? row.body) : undefined;
  const ask = async () =>
    stage.product.anonymous.fetch(path, {
      method: row.method,
      headers: { ...(await call.headers()), ...(json && { "content-type": "application/json" }) },
      body: made.form ?? (json === undefined ? null : JSON.stringify(json)),
    });
  const response = await unlessBusy(ask);
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
  if (response.status !== call.expected)
    return [`${call.who}: ${response.status} instead of ${call.expected}: ${text.slice(0, 300)}`];
  const things = response.ok ? stage.thingsIn(text) : [];
  for (const thing of things) stage.shown.add(thing);
  const foreign = new Set(things.filter(call.isForeign).map(({ kind, world }) => `${kind} of ${world}`));
  return [...foreign].map((what) => `${call.who}: is shown a ${what}`);
}

/**
 * Makes every call of a row, some of them in parallel, and returns the problems. Read-only calls share their
 * resource.
 */
export async function problemsOf(stage: Stage, row: AccessRow): Promise<string[]> {
  const shared = new Map<WorldName, Promise<Made>>();
  const makeSubject = ({ world, expected }: Call): Promise<Made> => {
    const fresh = (): Promise<Made> => SUBJECTS[row.subject](stage, stage.worlds[world]);
    if (changes(row, expected)) return fresh();
    if (!shared.has(world)) shared.set(world, fresh());
    return shared.get(world)!;
  };
  const problems: string[] = [];
  const waiting = [...callsAtHome(stage, row), ...callsAboutDemo(stage, row)];
  const work = async (): Promise<void> => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift())
      problems.push(...(await make(stage, row, call, await makeSubject(call))));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return problems;
}
