import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../users/user.entity.ts";
import { OauthClient } from "./oauth-client.entity.ts";

const DEVICE_GRANT_STATUSES = ["pending", "allowed", "denied", "used"] as const;

const DeviceGrantSchema = defineEntity({
  name: "DeviceGrant",
  tableName: "device_grants",
  properties: {
    /** SHA-256 of the device code, which is never stored itself. */
    hash: p.string().primary(),
    /** The code that the user types, without its hyphen. Useless without the device code. */
    userCode: p.string().unique(),
    client: () => p.manyToOne(OauthClient).deleteRule("cascade").index(),
    scopes: p.array<string>(),
    status: p.enum(DEVICE_GRANT_STATUSES).$type<(typeof DEVICE_GRANT_STATUSES)[number]>(),
    /** Who decided. */
    user: () => p.manyToOne(User).deleteRule("cascade").nullable().index(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
    /** The minimum polling interval in seconds. */
    interval: p.integer(),
    lastPolledAt: p.datetime().nullable(),
  },
});

/** A device without a keyboard that waits for a user to grant access (RFC 8628). */
export class DeviceGrant extends DeviceGrantSchema.class {}
DeviceGrantSchema.setClass(DeviceGrant);
