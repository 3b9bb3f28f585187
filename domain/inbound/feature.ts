import type { Feature } from "../feature.ts";
import { InboundMessage } from "./inbound-message.entity.ts";

export const inbound = { entities: [InboundMessage] } satisfies Feature;
