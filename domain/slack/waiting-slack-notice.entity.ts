import { defineEntity, p } from "@mikro-orm/core";
import { Event } from "../events/event.entity.ts";

const WaitingSlackNoticeSchema = defineEntity({
  name: "WaitingSlackNotice",
  tableName: "slack_notices",
  properties: {
    event: () => p.manyToOne(Event).primary().deleteRule("cascade"),
  },
});

/** An event that goes to Slack, until its workflow is started. */
export class WaitingSlackNotice extends WaitingSlackNoticeSchema.class {}
WaitingSlackNoticeSchema.setClass(WaitingSlackNotice);
