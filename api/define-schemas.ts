import { z } from "zod";
import { schemaNames } from "../platform/web/schema-names.ts";

/** An object in responses, under its name in the API description. */
export const defineView = <S extends z.core.$ZodLooseShape>(id: string, shape: S) =>
  z.object(shape).register(schemaNames, { id });

/** The body of a request or a form, under its name in the API description; refuses other fields. */
export const defineBody = <S extends z.core.$ZodLooseShape>(id: string, shape: S) =>
  z.strictObject(shape).register(schemaNames, { id });
