import { describe, expect, test } from "@jest/globals";
import { joinPiece, piecesOf } from "../../api/gateway/large-body/body-pieces.ts";
import { createLargeBodies } from "../../api/gateway/large-body/create-large-bodies.ts";
import { Anything, Endless, Rows } from "../support/large-bodies.ts";

const module = new URL("../support/large-bodies.ts", import.meta.url).href;
const bodies = createLargeBodies();
/** The schemas that the thread finds by name. */
const SCHEMAS = { Rows, Anything, Endless };
const read = (name: keyof typeof SCHEMAS, text: string, by = bodies) => {
  expect(SCHEMAS[name]).toBeDefined();
  return by.read("somebody", Buffer.from(text), { values: 2_000_000, schema: { module, name } });
};

const AT = "2026-01-01T00:00:00.000Z";
const textOf = (rows: number, more: object = {}): string =>
  JSON.stringify({ about: "many", rows: Array.from({ length: rows }, (_, n) => ({ at: AT, n })), ...more });

const WRONG: [string, keyof typeof SCHEMAS, string, string][] = [
  ["a wrong field", "Rows", textOf(3, { about: 1 }), "about"],
  ["a wrong field of a row", "Rows", textOf(1).replace('"n":0', '"n":"0"'), "rows.0.n"],
  ["a field that is not known", "Rows", textOf(1, { colour: "red" }), "colour"],
  ["a name twice", "Rows", '{"about":"a","about":"b"}', "body"],
  ["no JSON", "Rows", "{", "body"],
  ["text that cannot be stored", "Anything", '{"a":[{"b":"\\u0000"}]}', "a"],
];

describe("a large body", () => {
  test("is returned completely, as parsed by its schema", async () => {
    const { body, bodyDigest } = await read("Rows", textOf(1_005));
    expect(body).toEqual({
      about: "many",
      rows: Array.from({ length: 1_005 }, (_, n) => ({ at: AT.length, n })),
    });
    expect(bodyDigest).toBe((await read("Rows", textOf(1_005))).bodyDigest);
    expect(bodyDigest).not.toBe((await read("Rows", textOf(1_006))).bodyDigest);
  });

  test.each(WRONG)("with %s is refused, naming that field", (_what, name, text, field) =>
    expect(read(name, text)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { field, error: expect.any(String) },
    }),
  );

  test("yields to other work", async () => {
    let turns = 0;
    const rows = 20_000;
    const text = textOf(rows);
    const counting = new AbortController();
    const count = (): void => {
      turns += 1;
      if (!counting.signal.aborted) setImmediate(count);
    };
    count();
    await read("Rows", text).finally(() => counting.abort());
    expect(turns).toBeGreaterThan(rows / 10);
  });

  test("is transferred in parts of ten list items", () => {
    const body = { about: "many", rows: Array.from({ length: 25 }, (_, n) => n), none: [] };
    const pieces = [...piecesOf(body)];
    expect(pieces.map((piece) => (JSON.parse(piece) as { value: unknown }).value)).toMatchObject([
      { about: "many", rows: [], none: [] },
      { length: 10 },
      { length: 10 },
      { length: 5 },
    ]);
    expect(pieces.reduce(joinPiece, {})).toEqual(body);
  });

  test("that takes too much memory is refused, and the next one is read", async () => {
    const small = createLargeBodies({ heapMegabytes: 32, timeoutMs: 60_000 });
    const wide = `{"a":[${"[],".repeat(900_000)}0]}`;
    await expect(read("Anything", wide, small)).rejects.toThrow("send it in several parts");
    await expect(read("Rows", textOf(2), small)).resolves.toMatchObject({ body: { about: "many" } });
  });

  test("that takes too long is refused, and the next one is read", async () => {
    const quick = createLargeBodies({ heapMegabytes: 512, timeoutMs: 5_000 });
    await expect(read("Endless", "{}", quick)).rejects.toThrow("more time or memory");
    await expect(read("Rows", textOf(2), quick)).resolves.toMatchObject({ body: { about: "many" } });
  });
});
