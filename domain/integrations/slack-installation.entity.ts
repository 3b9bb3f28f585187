import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../users/user.entity.ts";

const SlackInstallationSchema = defineEntity({
  name: "SlackInstallation",
  tableName: "slack_installations",
  properties: {
    /** SHA-256 of the state that travels through Slack; the state itself is never stored. */
    hash: p.string().primary(),
    begunBy: () => p.manyToOne(User).deleteRule("cascade"),
    expiresAt: p.datetime().index(),
  },
});

/** An admin on their way to Slack and back, to install the app. Good once, and not for long. */
export class SlackInstallation extends SlackInstallationSchema.class {}
SlackInstallationSchema.setClass(SlackInstallation);
