import type { z } from "zod";

/** What one kind of event says: when it happens, the shape of its `data`, and how that looks. */
export interface EventDefinition<S extends z.ZodType = z.ZodType> {
  readonly summary: string;
  readonly data: S;
  readonly example: z.input<S>;
}

/** Infers the shape, so that an example which does not fit it is a type error. */
export const event = <S extends z.ZodType>(
  summary: string,
  data: S,
  example: z.input<S>,
): EventDefinition<S> => ({ summary, data, example });

/** Ids of the examples: they look like ids and are none. */
export const exampleId = (n: number): string => `0199a0de-0000-7000-8000-${String(n).padStart(12, "0")}`;
