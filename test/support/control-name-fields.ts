import type { z } from "zod";
import { ControlRef } from "../../api/common.contract.ts";

const NAMES = new Set(["control_id", "controlId", "control_ids", "also_controls"]);

interface Inner {
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  out?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  shape?: Record<string, z.core.$ZodType>;
}

/** The schemas that a schema is composed of. */
function partsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { innerType, element, out, options = [] } = schema._zod.def as unknown as Inner;
  return [innerType, element, out, ...options].filter((part) => part !== undefined);
}

/** A schema with another description is a clone with the same checks. */
const isRef = (schema: z.core.$ZodType): boolean =>
  schema === ControlRef ||
  (schema._zod.def.type === "string" && schema._zod.def.checks === ControlRef.def.checks) ||
  partsOf(schema).some(isRef);

/** Every field, at any depth, that names a control, and whether it accepts the same names as the others. */
export function controlNameFields(schema: z.core.$ZodType | undefined): [name: string, isRef: boolean][] {
  if (schema === undefined) return [];
  const { shape = {} } = schema._zod.def as unknown as Inner;
  const own = Object.entries(shape).flatMap(([name, field]): [string, boolean][] =>
    NAMES.has(name) ? [[name, isRef(field)]] : controlNameFields(field),
  );
  return [...own, ...partsOf(schema).flatMap(controlNameFields)];
}
