import { z } from "zod";
import type { Notice } from "./notice.rules.ts";

interface Options<Data> {
  /** The kind of its subject, if that is not the first word of its own kind. */
  readonly subject?: string;
  /** Who is notified; by default, the event is for webhooks and lists only. */
  notice?(data: Data): Notice | null;
}

/** One kind of event: its description, the schema of its `data`, and an example. */
export interface EventDefinition<Data = Record<string, unknown>, Sent = unknown> extends Options<Data> {
  readonly summary: string;
  readonly data: z.core.$ZodType<Data, Sent>;
  readonly example: Sent;
}

type Shape = z.core.$ZodLooseShape;

/** Takes the types from the fields of `data`, so that an invalid example is a type error. */
export const event = <S extends Shape>(
  summary: string,
  data: S,
  example: NoInfer<z.input<z.ZodObject<S>>>,
  options: Options<NoInfer<z.output<z.ZodObject<S>>>> = {},
): EventDefinition<z.output<z.ZodObject<S>>, z.input<z.ZodObject<S>>> => ({
  summary,
  data: z.object(data),
  example,
  ...options,
});

/** Invented ids for examples. */
export const exampleId = (n: number): string => `0199a0de-0000-7000-8000-${String(n).padStart(12, "0")}`;
