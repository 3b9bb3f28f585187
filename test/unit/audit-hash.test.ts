import { createHash } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  NO_HASH,
  faultOf,
  type ChainedFields,
  canonicalJson,
  type Json,
} from "../../domain/audit-log/audit-chain.rules.ts";
import { entryHash } from "../../domain/audit-log/entry-hash.ts";

const json = fc.jsonValue() as fc.Arbitrary<Json>;

/** The same value with the keys of every object in reverse order. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([name, inner]) => [name, reversed(inner)]));
}

describe("canonical JSON", () => {
  it.each<[Json, string]>([
    [{ b: 1, a: [true, null, "x"] }, '{"a":[true,null,"x"],"b":1}'],
    [{ Z: { é: 1, e: 2 }, "10": 0, "9": 0 }, '{"10":0,"9":0,"Z":{"e":2,"é":1}}'],
    [[], "[]"],
    [{}, "{}"],
    ['a"b\n', '"a\\"b\\n"'],
    [1e21, "1e+21"],
  ])("of %j is %s", (value, text) => expect(canonicalJson(value)).toBe(text));

  it("represents the value, independent of key order", () =>
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    ));
});

const ENTRY: ChainedFields = {
  position: 1,
  id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f",
  occurred_at: "2026-03-31T09:30:00.000000Z",
  actor_id: null,
  actor_role: null,
  credential: null,
  address: null,
  action: "project.created",
  subject_kind: "project",
  subject_id: "p",
  project_id: "p",
  data: { project: { name: "A", id: "p" } },
  request_id: null,
  previous_hash: NO_HASH,
};

describe("the hash of an entry", () => {
  it("is the SHA-256 of every field by name, in the order of the names", () => {
    const text =
      '{"action":"project.created","actor_id":null,"actor_role":null,"address":null,"credential":null,' +
      '"data":{"project":{"id":"p","name":"A"}},"id":"01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f",' +
      '"occurred_at":"2026-03-31T09:30:00.000000Z","position":1,' +
      `"previous_hash":"${NO_HASH}","project_id":"p","request_id":null,"subject_id":"p","subject_kind":"project"}`;
    expect(entryHash(ENTRY)).toBe(createHash("sha256").update(text).digest("hex"));
  });

  it.each(Object.keys(ENTRY) as (keyof ChainedFields)[])("changes with %s", (field) =>
    expect(entryHash({ ...ENTRY, [field]: "another" })).not.toBe(entryHash(ENTRY)),
  );
});

describe("an entry after another", () => {
  const head = { position: 0, hash: NO_HASH };
  const entry = { ...ENTRY, hash: entryHash(ENTRY) };
  const second = { ...ENTRY, position: 2, previous_hash: entry.hash };
  const third = { ...ENTRY, position: 3 };

  it("that is right has no fault", () => expect(faultOf(head, entry, entryHash)).toBeNull());

  it.each([
    ["is altered", { ...entry, action: "x" }, "its content does not match its hash", "altered"],
    [
      "follows another",
      { ...entry, previous_hash: "1".repeat(64) },
      "it does not follow the previous entry",
      "not_following",
    ],
    ["comes after a missing one", { ...second, hash: entryHash(second) }, "it is missing", "entry_missing"],
    [
      "comes after missing ones",
      { ...third, hash: entryHash(third) },
      "the entries 1 to 2 are missing",
      "entries_missing",
    ],
  ])("that %s", (_name, candidate, fault, reason) =>
    expect(faultOf(head, candidate, entryHash)).toMatchObject({ position: 1, fault, reason }),
  );
});
