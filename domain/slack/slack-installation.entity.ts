import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../users/user.entity.ts";

const SlackInstallationSchema = defineEntity({
  name: "SlackInstallation",
  tableName: "slack_installations",
  properties: {
    /** SHA-256 of the state sent through Slack, which is never stored itself. */
    hash: p.string().primary(),
    begunBy: () => p.manyToOne(User).deleteRule("cascade"),
    expiresAt: p.datetime().index(),
  },
});

/** An admin's installation of the app in progress. Single-use and short-lived. */
export class SlackInstallation extends SlackInstallationSchema.class {}
SlackInstallationSchema.setClass(SlackInstallation);
