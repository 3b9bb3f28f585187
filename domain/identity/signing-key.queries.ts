import type { EntityManager } from "@mikro-orm/postgresql";
import { SigningKey } from "./signing-key.entity.ts";

/** All keys that currently verify tokens, oldest first. */
export const loadPublishedKeys = (em: EntityManager, now: Date): Promise<SigningKey[]> =>
  em.find(
    SigningKey,
    { $or: [{ publishedUntil: null }, { publishedUntil: { $gt: now } }] },
    { orderBy: { createdAt: "asc" } },
  );

/** The key that signs now. Throws if there is none: see ensureSigningKeys. */
export const loadCurrentKey = (em: EntityManager): Promise<SigningKey> =>
  em.findOneOrFail(SigningKey, { status: "current" });
