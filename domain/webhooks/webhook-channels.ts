import { EVENTS_CHANNEL } from "../events/event.rules.ts";

/** Notifies when deliveries can be sent. */
export const DELIVERIES_CHANNEL = "compliance_deliveries";

/** Notifies both channels: the sending activity, and the relay, which makes sure that one is running. */
export const notifyBoth = `pg_notify('${DELIVERIES_CHANNEL}', ''), pg_notify('${EVENTS_CHANNEL}', '')`;
