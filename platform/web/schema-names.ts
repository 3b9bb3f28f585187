import { z } from "zod";

/**
 * The names under which OpenAPI defines shared schemas. Not in zod's own registry, so that other users get
 * inlined schemas.
 */
export const schemaNames = z.registry<{ id: string }>();
