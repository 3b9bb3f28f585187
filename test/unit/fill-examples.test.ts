import { expect, test } from "@jest/globals";
import { fillExamples } from "../../dev/fuzz/fill-examples.ts";

const SAMPLE = "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f";
const parameter = (name: string, place: string, example: string) => ({
  name,
  in: place,
  schema: { type: "string", examples: [example] },
});
const operation = (parameters: ReturnType<typeof parameter>[]) => ({ operationId: "any", parameters });

const description = {
  openapi: "3.1.0",
  paths: {
    "/projects/{id}": {
      get: operation([parameter("id", "path", SAMPLE), parameter("owner_id", "query", SAMPLE)]),
      delete: operation([parameter("id", "path", SAMPLE)]),
    },
    "/projects/{id}/controls/{controlId}": { get: operation([parameter("controlId", "path", "CC6.1")]) },
  },
  components: {
    schemas: {
      Review: {
        properties: { evidence_ids: { type: "array", items: { type: "string", examples: [SAMPLE] } } },
        examples: [{ evidence_ids: [SAMPLE], other_id: SAMPLE, reason: "Unreadable" }],
      },
    },
  },
};
const ids = { evidence_id: ["e1", "e2", "e3", "e4"], owner_id: ["u1"] };
const filled = fillExamples(description, ids, { "/projects/{id}": { id: ["p1", "p2"] } });
const project = filled.paths["/projects/{id}"];

test("parameters of a path name the ids of that path, others those of their name", () => {
  expect(project.get.parameters.map(({ schema }) => schema.examples)).toEqual([["p1", "p2"], ["u1"]]);
});

test("a deletion names the last id", () => {
  expect(project.delete.parameters[0]!.schema.examples).toEqual(["p2"]);
});

test("a deletion of the only one stays about something invented", () => {
  const one = fillExamples(description, ids, { "/projects/{id}": { id: ["p1"] } });
  expect(one.paths["/projects/{id}"].delete.parameters[0]!.schema.examples).toEqual([SAMPLE]);
});

test("an example that is no id stays", () => {
  const [controlId] = filled.paths["/projects/{id}/controls/{controlId}"].get.parameters;
  expect(controlId!.schema.examples).toEqual(["CC6.1"]);
});

test("fields that hold several ids name at most three", () => {
  const { Review } = filled.components.schemas;
  expect(Review.properties.evidence_ids.items.examples).toEqual(["e1", "e2", "e3"]);
  expect(Review.examples).toEqual([
    { evidence_ids: ["e1", "e2", "e3"], other_id: SAMPLE, reason: "Unreadable" },
  ]);
});
