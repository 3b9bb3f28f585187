import { z } from "zod";
import type { ApiKeyInput, IssuedKey } from "../../domain/api-keys/api-key.commands.ts";
import type { ApiKey } from "../../domain/api-keys/api-key.entity.ts";
import {
  KEY_KINDS,
  ROTATION_OVERLAP_HOURS,
  isLiveKey,
  keyPrefix,
  rotationDueAt,
} from "../../domain/api-keys/api-key.rules.ts";
import { WEEKDAYS, type Restrictions } from "../../domain/api-keys/restrictions.rules.ts";
import { SCOPES } from "../../domain/users/user.rules.ts";
import { isIpRange } from "../../platform/http/ip-ranges.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { Id, Instant, NamedId, PageOf, Timestamp, Timezone, iso, listQuery } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineBody, defineView } from "../define-schemas.ts";

const OVERLAP_HOURS_MAX = 168;

const requests = z.int().min(1).max(1_000_000);
const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be HH:MM, from 00:00 to 23:59")
  .meta({ examples: ["08:00"] });

/** Restrictions in a request; omitted fields do not restrict. */
const RestrictionsBody = z.strictObject({
  rate_limit: z.strictObject({ per_minute: requests.optional(), per_hour: requests.optional() }).optional(),
  ip_allow: z
    .array(
      z.string().refine(isIpRange, {
        error: "must be an IP address or a CIDR range",
        params: { reason: "not_ip_range" },
      }),
    )
    .min(1)
    .max(100)
    .optional()
    .meta({ examples: [["192.0.2.0/24"]] }),
  time: z
    .strictObject({
      timezone: Timezone,
      days: z
        .array(z.enum(WEEKDAYS))
        .min(1)
        .default([...WEEKDAYS]),
      from: clockTime,
      to: clockTime,
    })
    .optional(),
  resources: z.strictObject({ project_ids: z.array(Id).min(1).max(100) }).optional(),
});

const Scopes = z.array(z.enum(SCOPES));

export const CreateApiKeyBody = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    description: z.string().max(2_000).default(""),
    kind: z.enum(KEY_KINDS).default("Custom"),
    scopes: Scopes.min(1)
      .transform((scopes) => [...new Set(scopes)])
      .default(["read"]),
    expires_at: Instant.optional(),
    restrictions: RestrictionsBody.default({}),
  })
  .meta({
    examples: [
      {
        name: "Nightly scanner",
        kind: "Production",
        scopes: ["read", "write"],
        restrictions: { ip_allow: ["203.0.113.0/24"] },
      },
    ],
  })
  .register(schemaNames, { id: "CreateApiKeyBody" });

export const RotateBody = defineBody("RotateApiKeyBody", {
  /** How many hours the old key remains valid. */
  overlap_hours: z.number().min(0).max(OVERLAP_HOURS_MAX).default(ROTATION_OVERLAP_HOURS),
});

export const ApiKeyQuery = z.strictObject({
  ...listQuery,
  owner_id: NamedId.optional().meta({ description: "Only keys of this user; for admins" }),
});

const shared = {
  id: Id,
  name: z.string(),
  description: z.string(),
  kind: z.enum(KEY_KINDS),
  scopes: Scopes,
  restrictions: RestrictionsBody,
  expires_at: Timestamp.nullable(),
  created_at: Timestamp,
  rotation_due_at: Timestamp.nullable().meta({
    description: "When the key is due for rotation; it is disabled a week later. null once rotated or ended",
  }),
};

/** The response to creating and rotating a key, the only one that contains the key. */
export const IssuedKeyView = defineView("IssuedApiKey", { ...shared, api_key: z.string() });

export const ApiKeyView = defineView("ApiKey", {
  ...shared,
  owner_id: Id,
  owner: PersonOf("owner_id"),
  prefix: z.string(),
  last_four: z.string(),
  active: z.boolean(),
  revoked_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  rotated_to: Id.nullable(),
});

export const ApiKeyList = PageOf("api_keys", ApiKeyView, "ApiKeyList");

const readRestrictions = (body: z.output<typeof RestrictionsBody>): Restrictions => ({
  rateLimit: body.rate_limit && { perMinute: body.rate_limit.per_minute, perHour: body.rate_limit.per_hour },
  ipAllow: body.ip_allow,
  time: body.time,
  projectIds: body.resources?.project_ids,
});

const presentRestrictions = ({ rateLimit, ipAllow, time, projectIds }: Restrictions) => ({
  ...(rateLimit && { rate_limit: { per_minute: rateLimit.perMinute, per_hour: rateLimit.perHour } }),
  ...(ipAllow && { ip_allow: [...ipAllow] }),
  ...(time && { time: { ...time, days: [...time.days] } }),
  ...(projectIds && { resources: { project_ids: [...projectIds] } }),
});

/** Converts the request body to the domain's input. */
export const apiKeyInput = (body: z.output<typeof CreateApiKeyBody>): ApiKeyInput => ({
  name: body.name,
  description: body.description,
  kind: body.kind,
  scopes: body.scopes,
  expiresAt: body.expires_at ?? null,
  restrictions: readRestrictions(body.restrictions),
});

const presentShared = (key: Row<ApiKey>, now: Date) => ({
  id: key.id,
  name: key.name,
  description: key.description,
  kind: key.kind,
  scopes: key.scopes as z.infer<typeof Scopes>,
  restrictions: presentRestrictions(key.restrictions),
  expires_at: iso(key.expiresAt),
  created_at: key.createdAt.toISOString(),
  rotation_due_at: iso(rotationDueAt(key, now)),
});

export const presentIssuedKey = ({ key, secret }: IssuedKey): z.infer<typeof IssuedKeyView> => ({
  ...presentShared(key, key.createdAt),
  api_key: secret,
});

export const presentApiKey = (key: Row<ApiKey>, now: Date): z.infer<typeof ApiKeyView> => ({
  ...presentShared(key, now),
  owner_id: key.owner.id,
  prefix: keyPrefix(key.kind, key.id),
  last_four: key.lastFour,
  active: isLiveKey(key, now),
  revoked_at: iso(key.revokedAt),
  last_used_at: iso(key.lastUsedAt),
  rotated_to: key.rotatedTo ?? null,
});
