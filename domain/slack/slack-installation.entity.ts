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
    /** The workspace once the app is installed in it: reloading the last page shows it again. */
    workspace: p.text().nullable(),
  },
});

/** An admin's installation of the app. Single-use and short-lived. */
export class SlackInstallation extends SlackInstallationSchema.class {}
SlackInstallationSchema.setClass(SlackInstallation);
