import type { z } from "zod";
import type { Notice } from "./notice.rules.ts";

/** The schema of the data of one kind of event. */
type DataSchema = z.core.$ZodType<Record<string, unknown>>;

interface Options<S extends DataSchema> {
  /** The kind of its subject, if that is not the first word of its own kind. */
  readonly subject?: string;
  /** Who is notified; by default, the event is for webhooks and lists only. */
  notice?(data: z.output<S>): Notice | null;
}

/** One kind of event: its description, the schema of its `data`, and an example. */
export interface EventDefinition<S extends DataSchema = DataSchema> extends Options<S> {
  readonly summary: string;
  readonly data: S;
  readonly example: z.input<S>;
}

/** Infers the schema, so that an invalid example is a type error. */
export const event = <S extends DataSchema>(
  summary: string,
  data: S,
  example: z.input<S>,
  options: Options<S> = {},
): EventDefinition<S> => ({ summary, data, example, ...options });

/** Invented ids for examples. */
export const exampleId = (n: number): string => `0199a0de-0000-7000-8000-${String(n).padStart(12, "0")}`;
