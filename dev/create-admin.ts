import { pathToFileURL } from "node:url";
import { entities } from "../domain/entities.ts";
import { recordEvent } from "../domain/events/record-event.ts";
import { issueReset } from "../domain/identity/password-reset.commands.ts";
import { RESET_MINUTES, resetUrl } from "../domain/identity/password-reset.rules.ts";
import { normalizeEmail } from "../domain/normalize-email.rules.ts";
import type { SystemContext } from "../domain/context.ts";
import { User } from "../domain/users/user.entity.ts";
import { systemClock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { createOrm } from "../platform/database/orm.ts";
import { newId } from "../platform/ids.ts";
import { readArgs } from "./read-args.ts";
import { readConfig } from "./read-config.ts";
import { readEmail } from "./read-email.ts";
import { checkDatabase } from "./stack/check-database.ts";
import { reportFailure, StackError } from "./stack/stack-error.ts";

const HELP = `npm run admin:create -- EMAIL [--name NAME]

Creates an administrator and prints a link, valid once for ${RESET_MINUTES} minutes, to set the password: for the first one of a
service without the demo organisation, or when no administrator can sign in. For an administrator who exists, it only
prints a new link. Everyone else is invited in the console.
`;

export interface NewAdmin {
  email: string;
  name?: string | undefined;
}

const nameIn = (email: string): string => email.split("@")[0]!;

/** The administrator with this address, who is created if no one has it. Throws StackError for another user's. */
async function findOrCreate(ctx: SystemContext, { email, name = nameIn(email) }: NewAdmin): Promise<User> {
  const found = await ctx.em.findOne(User, { email });
  if (found !== null && (found.role !== "admin" || !found.active))
    throw new StackError(
      `${email} belongs to ${found.active ? `a user with the role ${found.role}` : "a deactivated user"}: ` +
        "choose another address, or let an administrator change that user.",
    );
  if (found !== null) return found;
  const id = newId();
  const user = ctx.em.create(User, { id, email, name, role: "admin", passwordHash: null, preferences: {} });
  const reference = { id, email, name, role: user.role };
  recordEvent(ctx, "user.created", { subject: user, data: { user: reference } });
  return user;
}

/** Creates the administrator unless there is one with this address; returns a link to set the password. */
export async function createAdmin(config: Config, { email: typed, name }: NewAdmin): Promise<string> {
  const email = normalizeEmail(typed);
  const orm = await createOrm(config, entities);
  try {
    return await orm.em.fork().transactional(async (em) => {
      const ctx = { em, actor: null, clock: systemClock, events: [] };
      const { token } = await issueReset(ctx, await findOrCreate(ctx, { email, name }));
      return resetUrl(config.publicUrl, token);
    });
  } finally {
    await orm.close();
  }
}

async function main(admin: NewAdmin): Promise<void> {
  const config = readConfig();
  await checkDatabase(config.DATABASE_URL);
  console.log(await createAdmin(config, admin));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const syntax = { help: HELP, operands: ["EMAIL"], options: { name: { type: "string" } } } as const;
  await main(readArgs(syntax, ({ name }, [email]) => ({ email: readEmail(email!), name }))).catch(
    reportFailure,
  );
}
