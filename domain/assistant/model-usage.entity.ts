import { defineEntity, p } from "@mikro-orm/core";
import { ofServiceAlone } from "../access/wall.ts";
import { User } from "../users/user.entity.ts";

const ModelUsageSchema = defineEntity({
  name: "ModelUsage",
  tableName: "model_usage",
  policies: [ofServiceAlone("model_usage")],
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule("cascade"),
    /** By the calendar of UTC; a later day begins with nothing. */
    day: p.date(),
    tokens: p.bigint("number"),
  },
});

/** What a person's questions cost a language model on the latest day on which they asked one. */
export class ModelUsage extends ModelUsageSchema.class {}
ModelUsageSchema.setClass(ModelUsage);
