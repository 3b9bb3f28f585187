import type { z } from "zod";
import { ControlRef } from "../../api/common.contract.ts";

const NAMES = new Set(["control_id", "controlId", "control_ids", "also_controls"]);

interface Inner {
  innerType?: z.ZodType;
  element?: z.ZodType;
  out?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
}

/** The schemas that a schema is composed of. */
function partsOf(schema: z.ZodType): z.ZodType[] {
  const { innerType, element, out, options = [] } = schema.def as unknown as Inner;
  return [innerType, element, out, ...options].filter((part) => part !== undefined);
}

/** A schema with another description is a clone with the same checks. */
const isRef = (schema: z.ZodType): boolean =>
  schema === ControlRef ||
  (schema.def.type === "string" && schema.def.checks === ControlRef.def.checks) ||
  partsOf(schema).some(isRef);

/** Every field, at any depth, that names a control, and whether it accepts the same names as the others. */
export function controlNameFields(schema: z.ZodType | undefined): [name: string, isRef: boolean][] {
  if (schema === undefined) return [];
  const { shape = {} } = schema.def as unknown as Inner;
  const own = Object.entries(shape).flatMap(([name, field]): [string, boolean][] =>
    NAMES.has(name) ? [[name, isRef(field)]] : controlNameFields(field),
  );
  return [...own, ...partsOf(schema).flatMap(controlNameFields)];
}
