import { LOOPBACK_RANGES } from "../../platform/http/loopback-ranges.ts";
import { createOutbound, type Outbound } from "../../platform/http/outbound.ts";

const MAX_BYTES = 4_000_000;
/** Where operators run models of their own. Not link-local addresses: there clouds keep credentials. */
const OWN_NETWORKS = [...LOOPBACK_RANGES, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];

/** The way to the language model, whose address the operator set: it may be in our own network, there also by plain http. */
export const createModelWay = (timeoutMs: number): Outbound =>
  createOutbound({ mayReach: OWN_NETWORKS, plainHttpTo: OWN_NETWORKS, timeoutMs, maxBytes: MAX_BYTES });
