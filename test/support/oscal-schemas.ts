import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import formats from "ajv-formats";

const FOLDER = new URL("../schemas/oscal/", import.meta.url);

type Model = "assessment-results" | "poam" | "catalog";

/** The violations of the OSCAL model's schema; none if the document is valid. */
export function oscalErrors(model: Model, document: unknown): string[] {
  const schema = JSON.parse(readFileSync(new URL(`oscal_${model}_schema.json`, FOLDER), "utf8")) as object;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
