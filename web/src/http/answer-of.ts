import type { paths } from "./schema.d.ts";

type Methods = "get" | "post" | "put" | "patch" | "delete";

/** The data in the envelope of a call. */
export type AnswerOf<P extends keyof paths, M extends Methods = "get"> = paths[P][M] extends {
  responses: infer R;
}
  ? R[keyof R & (200 | 201 | 202)] extends { content: { "application/json": { data: infer D } } }
    ? D
    : never
  : never;
