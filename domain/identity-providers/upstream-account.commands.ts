import { LockMode } from "@mikro-orm/postgresql";
import { flushUnlessTaken } from "../flush-unless-taken.ts";
import { conflict, forbidden, type AppError } from "../../platform/errors.ts";
import { lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockUser } from "../users/lock-user.ts";
import { User } from "../users/user.entity.ts";
import { normalizeEmail } from "../normalize-email.rules.ts";
import type { IdentityProvider } from "./identity-provider.entity.ts";
import { loadOfferedProvider } from "./identity-provider.queries.ts";
import { UpstreamAccount } from "./upstream-account.entity.ts";
import { isOfDomain, type ProviderIdentity } from "./upstream-account.rules.ts";

/** The account in events. */
const reference = ({ id, issuer, subject, user, provider }: UpstreamAccount) => ({
  id,
  issuer,
  subject,
  user_id: user.id,
  provider_id: provider.id,
});

const justCreated = (email: string) =>
  conflict(`An account for ${email} was created a moment ago: sign in again`, {
    reason: "account_just_created",
    values: { email },
  });

/** The sign-in is refused; the page shows why, in the visitor's language by the code. */
const refused = (message: string, reason: string, values = {}): AppError =>
  forbidden(message, { details: { reason, values } });

async function createUser(
  ctx: SystemContext,
  provider: IdentityProvider,
  email: string,
  name: string | null,
): Promise<User> {
  const now = ctx.clock.now();
  const role = provider.defaultRole;
  const user = ctx.em.create(User, {
    email,
    name: name ?? email.slice(0, email.indexOf("@")),
    role,
    preferences: {},
    createdAt: now,
    updatedAt: now,
  });
  const data = { user: { id: user.id, email, name: user.name, role } };
  recordEvent(ctx, "user.created", { subject: user, data });
  await flushUnlessTaken(ctx, () => justCreated(email));
  return user;
}

interface FoundUser {
  user: User;
  /** Whether this sign-in created them. */
  isNew: boolean;
}

/** The user for an unknown identity, by its verified e-mail address; null if there is none. */
async function userFor(
  ctx: SystemContext,
  provider: IdentityProvider,
  { issuer, email, emailVerified, name }: ProviderIdentity,
): Promise<FoundUser | null> {
  if (email === null || !emailVerified) return null;
  const known = await ctx.em.findOne(User, { email: normalizeEmail(email) });
  if (known !== null) {
    const isTaken = (await ctx.em.count(UpstreamAccount, { user: known.id, issuer })) > 0;
    return provider.linkByEmail && known.active && !isTaken ? { user: known, isNew: false } : null;
  }
  if (!provider.createUsers || !isOfDomain(email, provider.allowedEmailDomains)) return null;
  return { user: await createUser(ctx, provider, normalizeEmail(email), name), isNew: true };
}

async function link(
  ctx: SystemContext,
  provider: IdentityProvider,
  identity: ProviderIdentity,
): Promise<UpstreamAccount> {
  const found = await userFor(ctx, provider, identity);
  if (found === null)
    throw refused(
      `${provider.name} signed you in, but no account here is linked to it: sign in with your password, or ask your administrator`,
      "no_account",
      { provider: provider.name },
    );
  const { issuer, subject } = identity;
  const { user, isNew } = found;
  const now = ctx.clock.now();
  const account = ctx.em.create(UpstreamAccount, {
    issuer,
    subject,
    user,
    provider,
    createdAt: now,
    lastUsedAt: now,
  });
  const data = {
    upstream_account: reference(account),
    provider_name: provider.name,
    user: { id: user.id, email: user.email },
    is_new_user: isNew,
  };
  recordEvent(ctx, "user.upstream_linked", { subject: user, data });
  return account;
}

/**
 * The active user of an identity. An unknown identity is linked to a user, or becomes one, according to the
 * provider's settings. FORBIDDEN if they do not allow it, and for a deactivated user; NOT_FOUND if the
 * provider was removed or disabled in the meantime. Needs a transaction.
 */
export async function signInWithProvider(
  ctx: SystemContext,
  providerId: string,
  identity: ProviderIdentity,
): Promise<User> {
  // Serialised per provider: two first sign-ins of one person must not race.
  const provider = await loadOfferedProvider(ctx.em, providerId, LockMode.PESSIMISTIC_WRITE);
  const { issuer, subject } = identity;
  const known = await ctx.em.findOne(UpstreamAccount, { issuer, subject }, { populate: ["user"] });
  const account = known ?? (await link(ctx, provider, identity));
  // A deactivation ends the sessions that exist at its end.
  const user = await lockUser(ctx, account.user.id);
  if (!user.active) throw refused("Your account is deactivated: ask your administrator", "account_inactive");
  account.lastUsedAt = ctx.clock.now();
  return user;
}

/** Removes an account's link: it then belongs to no user, unless the provider may link it again. */
export async function unlinkUpstreamAccount(ctx: CommandContext, account: UpstreamAccount): Promise<void> {
  await lockRow(ctx.em, account, "Upstream account");
  const data = { upstream_account: reference(account) };
  recordEvent(ctx, "user.upstream_unlinked", { subject: account.user, data });
  ctx.em.remove(account);
}
