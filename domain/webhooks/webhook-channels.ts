import { EVENTS_CHANNEL } from "../events/event.rules.ts";

/** Notified when deliveries can be sent. */
export const DELIVERIES_CHANNEL = "compliance_deliveries";

/** Notifies both: whoever sends, and the relay, which sees to it that somebody does. */
export const notifyBoth = `pg_notify('${DELIVERIES_CHANNEL}', ''), pg_notify('${EVENTS_CHANNEL}', '')`;
