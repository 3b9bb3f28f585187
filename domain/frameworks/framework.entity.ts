import { defineEntity, p } from "@mikro-orm/core";
import type { FrameworkControl } from "./framework.ts";

const StoredFrameworkSchema = defineEntity({
  name: "StoredFramework",
  tableName: "frameworks",
  properties: {
    /** The UUID of the catalogue it was imported from. */
    id: p.uuid().primary(),
    name: p.string(),
    description: p.text(),
    version: p.string(),
    /** In the order of the catalogue. */
    controls: p.json<readonly FrameworkControl[]>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
});

/** A framework that somebody imported, beside those that are part of the product. */
export class StoredFramework extends StoredFrameworkSchema.class {}
StoredFrameworkSchema.setClass(StoredFramework);
