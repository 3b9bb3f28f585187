import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import formats from "ajv-formats";

const FOLDER = new URL("../schemas/oscal/", import.meta.url);

type Model = "assessment-results" | "poam" | "catalog";

/** What is wrong with a document by the schema of its OSCAL model; nothing when it is valid. */
export function oscalErrors(model: Model, document: unknown): string[] {
  const schema = JSON.parse(readFileSync(new URL(`oscal_${model}_schema.json`, FOLDER), "utf8")) as object;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
