import { z } from "zod";

/** Under which name OpenAPI tells a schema once. Apart from zod's own registry, so that others get schemas in one piece. */
export const schemaNames = z.registry<{ id: string }>();
