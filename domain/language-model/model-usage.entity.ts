import { defineEntity, p } from "@mikro-orm/core";
import { ofServiceAlone } from "../access/row-security.ts";
import { User } from "../users/user.entity.ts";

const ModelUsageSchema = defineEntity({
  name: "ModelUsage",
  tableName: "model_usage",
  policies: [ofServiceAlone("model_usage")],
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule("cascade"),
    /** In UTC; a later day starts at zero. */
    day: p.date(),
    tokens: p.bigint("number"),
  },
});

/** A person's tokens on the latest day with a request. */
export class ModelUsage extends ModelUsageSchema.class {}
ModelUsageSchema.setClass(ModelUsage);
