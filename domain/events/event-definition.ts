import type { z } from "zod";

/** One kind of event: its description, the schema of its `data`, and an example. */
export interface EventDefinition<S extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly data: S;
  readonly example: z.input<S>;
}

/** Infers the schema, so that an invalid example is a type error. */
export const event = <S extends z.ZodType>(
  summary: string,
  data: S,
  example: z.input<S>,
): EventDefinition<S> => ({ summary, data, example });

/** Invented ids for examples. */
export const exampleId = (n: number): string => `0199a0de-0000-7000-8000-${String(n).padStart(12, "0")}`;
