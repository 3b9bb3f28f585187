import type { z } from "zod";
import type { FieldError } from "../errors.ts";

/** The codes for values of the wrong type. */
const OF_WRONG_KIND: ReadonlySet<string> = new Set(["invalid_type", "invalid_value", "invalid_union"]);

const valueAt = (sent: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, key) => (Object(at) as Record<PropertyKey, unknown>)[key], sent);

/** An omitted value is reported as missing, not as having the wrong type. */
const messageOf = ({ code, path, message }: z.core.$ZodIssue, sent: unknown): string =>
  path.length > 0 && OF_WRONG_KIND.has(code) && valueAt(sent, path) === undefined ? "is required" : message;

/**
 * The problems that a schema found in the input, by field; `part` names the whole if no field is at fault.
 */
export function fieldErrors(part: string, error: z.ZodError, sent: unknown): FieldError[] {
  return error.issues.flatMap((issue) => {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [""];
    return names.map((name) => {
      const field = [...issue.path, ...(name === "" ? [] : [name])].join(".");
      return {
        field: field === "" ? part : field,
        error: name === "" ? messageOf(issue, sent) : "unknown field",
      };
    });
  });
}
