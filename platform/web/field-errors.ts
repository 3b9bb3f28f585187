import type { z } from "zod";
import type { FieldError } from "../errors.ts";

/** What a schema found wrong, field by field; `part` stands for the whole when no field is to blame. */
export function fieldErrors(part: string, error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue) => {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [""];
    return names.map((name) => {
      const field = [...issue.path, ...(name === "" ? [] : [name])].join(".");
      return { field: field === "" ? part : field, error: name === "" ? issue.message : "unknown field" };
    });
  });
}
