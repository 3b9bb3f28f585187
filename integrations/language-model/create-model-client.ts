import { LOOPBACK_RANGES } from "../../platform/http/ip-ranges.ts";
import { createOutbound, type Outbound } from "../../platform/http/outbound.ts";

const MAX_BYTES = 4_000_000;
/**
 * Networks where operators run their own models. Not link-local addresses: clouds serve credentials there.
 */
const OWN_NETWORKS = [...LOOPBACK_RANGES, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"];

/**
 * The outbound client for the language model, whose address the operator set: it may be in a private network,
 * where plain http is allowed.
 */
export const createModelClient = (timeoutMs: number): Outbound =>
  createOutbound({ mayReach: OWN_NETWORKS, plainHttpTo: OWN_NETWORKS, timeoutMs, maxBytes: MAX_BYTES });
