import { defineEntity, p } from "@mikro-orm/core";
import type { FrameworkControl } from "./framework.rules.ts";

const StoredFrameworkSchema = defineEntity({
  name: "StoredFramework",
  tableName: "frameworks",
  properties: {
    /** The UUID of the imported catalogue. */
    id: p.uuid().primary(),
    name: p.string(),
    description: p.text(),
    version: p.string(),
    language: p.string().nullable(),
    /** In catalogue order. */
    controls: p.json<readonly FrameworkControl[]>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** An imported framework; built-in ones are not stored. */
export class StoredFramework extends StoredFrameworkSchema.class {}
StoredFrameworkSchema.setClass(StoredFramework);
