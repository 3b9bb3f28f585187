import { describe, expect, test } from "@jest/globals";
import { removedNumbers, someOf } from "../../domain/frameworks/imported-framework.rules.ts";
import { readCatalogue } from "../../domain/frameworks/read-catalogue.ts";
import { catalogueOf } from "../support/catalogue.ts";
import { oscalErrors } from "../support/oscal-schemas.ts";

const UUID = "74c8ba1e-5cd4-4ad1-bbfd-d888e2f6c724";
const read = (more: object = {}) => readCatalogue({ ...catalogueOf({ uuid: UUID }).catalog, ...more });
const numbersOf = (more: object) => read(more).controls.map(({ number }) => number);
const one = (control: object) =>
  read({ groups: [], controls: [{ id: "a-1", title: "A", ...control }] }).controls[0]!;

test("the tests' catalogue is valid for OSCAL's schema", () => {
  expect(oscalErrors("catalog", catalogueOf())).toEqual([]);
});

test("a catalogue becomes a framework, with enhancements and without withdrawn controls", () => {
  expect(read()).toEqual({
    id: UUID,
    name: "House rules",
    version: "1.0",
    language: null,
    description: "",
    controls: [
      {
        number: "hr-1",
        title: "Title of hr-1",
        category: "House rules",
        trustCategory: "security",
        summary: "",
        evidenceHints: [],
      },
      {
        number: "hr-2",
        title: "Title of hr-2",
        category: "Keys",
        trustCategory: "confidentiality",
        summary: "The owner of a key:\na. returns it within [a number of days]; and\nb. says so.",
        evidenceHints: [],
      },
      {
        number: "hr-2.1",
        title: "Title of hr-2.1",
        category: "Keys",
        trustCategory: "security",
        summary: "",
        evidenceHints: [],
      },
    ],
  });
});

test.each([
  ["de", "de"],
  [" DE-ch ", "de-CH"],
  ["German", null],
  ["", null],
])("the language %j of the metadata is read as %j", (value, language) => {
  const { catalog } = catalogueOf({ uuid: UUID, language: value });
  expect(readCatalogue(catalog).language).toBe(language);
});

test("groups may be nested; the nearest one is the category", () => {
  const inner = { title: "Inner", controls: [{ id: "i-1", title: "I" }] };
  const groups = [{ title: "Outer", groups: [inner], controls: [{ id: "o-1", title: "O" }] }];
  const { controls } = read({ groups, controls: [] });
  expect(controls.map(({ number, category }) => [number, category])).toEqual([
    ["o-1", "Outer"],
    ["i-1", "Inner"],
  ]);
});

test("the contents of a withdrawn control are checked separately", () => {
  const props = [{ name: "status", value: "Withdrawn" }];
  const controls = [
    { id: "a-1", title: "A", props, controls: [{ id: "a-1.1", title: "B" }] },
    { id: "a-2", title: "C", props },
  ];
  expect(numbersOf({ groups: [], controls })).toEqual(["a-1.1"]);
});

test.each([
  ["privacy", "privacy"],
  ["processing-integrity", "processing_integrity"],
  ["Availability", "availability"],
])("the trust category %j is %s", (value, category) => {
  expect(one({ props: [{ name: "trust-category", value }] }).trustCategory).toBe(category);
});

test("a parameter without a label keeps its id, and a long statement is cut", () => {
  const statement = (prose: string) => one({ parts: [{ name: "statement", prose }] }).summary;
  expect(statement("Within {{ insert: param, p-1 }}.")).toBe("Within [p-1].");
  const long = statement("x".repeat(5_000));
  expect([long.length, long.at(-1)]).toEqual([4_000, "…"]);
});

function nested(levels: number, name: "groups" | "controls"): object {
  let node: object = { id: "deepest", title: "Deepest", controls: [{ id: "a-1", title: "A" }] };
  for (let level = 1; level < levels; level += 1) node = { id: `n-${level}`, title: "N", [name]: [node] };
  return { groups: [], controls: [], [name]: [node] };
}

describe("a catalogue is refused", () => {
  test.each<[string, object, string]>([
    ["without a uuid", { uuid: undefined }, "catalog.uuid"],
    ["with an invalid uuid", { uuid: "soc2" }, "catalog.uuid"],
    ["without a title", { metadata: { version: "1" } }, "catalog.metadata.title"],
    ["without a version", { metadata: { title: "T" } }, "catalog.metadata.version"],
    ["without controls", { groups: [], controls: [] }, "catalog"],
    ["with groups that are not a list", { groups: {} }, "catalog.groups"],
    ["with an invalid group", { groups: ["x"] }, "catalog.groups.0"],
    ["with a group without a title", { groups: [{}] }, "catalog.groups.0.title"],
    ["with a control without a title", { controls: [{ id: "a-1" }] }, "catalog.controls.0.title"],
    ["with an id that is not a token", { controls: [{ id: "a 1", title: "A" }] }, "catalog.controls.0.id"],
    [
      "with an id that is too long",
      { controls: [{ id: "a".repeat(51), title: "A" }] },
      "catalog.controls.0.id",
    ],
    [
      "with a title that is too long",
      { controls: [{ id: "a", title: "A".repeat(256) }] },
      "catalog.controls.0.title",
    ],
    ["with a duplicate id", { controls: [{ id: "hr-2", title: "A" }] }, "catalog"],
    [
      "with an unknown trust category",
      { controls: [{ id: "a-1", title: "A", props: [{ name: "trust-category", value: "safety" }] }] },
      "catalog.controls.0.props",
    ],
    [
      "with an invalid part",
      { controls: [{ id: "a-1", title: "A", parts: [{ name: "statement", parts: [1] }] }] },
      "catalog.controls.0.parts.0.parts.0",
    ],
    [
      "with too many controls",
      { controls: Array.from({ length: 3_001 }, (_, n) => ({ id: `a-${n}`, title: "A" })) },
      "catalog",
    ],
    ["nested too deeply", nested(20_000, "groups"), "catalog" + ".groups.0".repeat(13)],
    ["with controls nested too deeply", nested(20_000, "controls"), "catalog" + ".controls.0".repeat(13)],
  ])("%s", (_what, more, field) => {
    expect(() => read(more)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ field }) }),
    );
  });

  test("with a control id in the form of our own ids, naming it", () => {
    const id = "A1b2c3d4-0000-4000-8000-000000000000";
    expect(() => read({ controls: [{ id, title: "A" }] })).toThrow(
      `catalog.controls.0.id: "${id}" looks like an id of this service (a UUID): give the control another id`,
    );
    expect(numbersOf({ controls: [{ id: id.slice(0, -1), title: "A" }] })).toContain(id.slice(0, -1));
  });

  test("if it is not an object", () => {
    for (const value of [null, "catalog", []]) expect(() => readCatalogue(value)).toThrow(/^catalog: /);
  });
});

test("controls that a newer version lacks are named", () => {
  const { controls } = read();
  expect(removedNumbers(controls, controls.slice(1))).toEqual(["hr-1"]);
  expect(removedNumbers(controls.slice(1), controls)).toEqual([]);
  expect(someOf(["a", "b"])).toBe("a, b");
  expect(someOf(Array.from({ length: 12 }, (_, n) => String(n)))).toBe(
    "0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more",
  );
});
