import type { z } from "zod";
import type { FieldError } from "../errors.ts";

/** How a schema says that a value is of the wrong kind. */
const OF_WRONG_KIND: ReadonlySet<string> = new Set(["invalid_type", "invalid_value", "invalid_union"]);

const valueAt = (sent: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, key) => (Object(at) as Record<PropertyKey, unknown>)[key], sent);

/** What is left out is not of the wrong kind: it is missing. */
const messageOf = ({ code, path, message }: z.core.$ZodIssue, sent: unknown): string =>
  path.length > 0 && OF_WRONG_KIND.has(code) && valueAt(sent, path) === undefined ? "is required" : message;

/** What a schema found wrong with what was sent, field by field; `part` stands for the whole when no field is to blame. */
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
