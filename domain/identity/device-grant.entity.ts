import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../users/user.entity.ts";
import { OauthClient } from "./oauth-client.entity.ts";

const DEVICE_GRANT_STATUSES = ["pending", "allowed", "denied", "used"] as const;

const DeviceGrantSchema = defineEntity({
  name: "DeviceGrant",
  tableName: "device_grants",
  properties: {
    /** SHA-256 of the device code; the code itself is never stored. */
    hash: p.string().primary(),
    /** What the person types, without its hyphen. Worth nothing without the device code. */
    userCode: p.string().unique(),
    client: () => p.manyToOne(OauthClient).deleteRule("cascade").index(),
    scopes: p.array<string>(),
    status: p.enum(DEVICE_GRANT_STATUSES).$type<(typeof DEVICE_GRANT_STATUSES)[number]>(),
    /** Who decided. */
    user: () => p.manyToOne(User).deleteRule("cascade").nullable().index(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
    /** Seconds the device must wait between two questions. */
    interval: p.integer(),
    lastPolledAt: p.datetime().nullable(),
  },
});

/** A device without a keyboard that waits for a person to allow it access elsewhere (RFC 8628). */
export class DeviceGrant extends DeviceGrantSchema.class {}
DeviceGrantSchema.setClass(DeviceGrant);
