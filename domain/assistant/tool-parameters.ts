import { z } from "zod";
import type { ToolDescription } from "../language-model/language-model.ts";

export const Nothing = z.strictObject({});
/** `Nothing`, as models read it. */
export const noParameters: ToolDescription["parameters"] = {
  type: "object",
  properties: {},
  additionalProperties: false,
};

export const oneControl = {
  type: "string",
  description: "Number of one control, such as CC6.1; all controls by default",
} as const;
