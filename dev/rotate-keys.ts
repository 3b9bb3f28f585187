import type { EntityManager } from "@mikro-orm/postgresql";
import { entities } from "../domain/entities.ts";
import {
  ensureSigningKeys,
  replaceSigningKeys,
  rotateSigningKeys,
} from "../domain/identity/signing-key.commands.ts";
import { loadCurrentKey } from "../domain/identity/signing-key.queries.ts";
import { ACCESS_TOKEN_SECONDS } from "../platform/crypto/access-token.ts";
import { systemClock } from "../platform/clock.ts";
import { createOrm } from "../platform/database/orm.ts";
import { makeSigningKeyPair, openSigningKey } from "../platform/crypto/signing-key-pair.ts";
import { readArgs } from "./read-args.ts";
import { readConfig } from "./read-config.ts";
import { checkDatabase } from "./stack/check-database.ts";
import { reportFailure, StackError } from "./stack/stack-error.ts";

const HELP = `npm run keys:rotate [-- --now | --new-encryption-key]

Signs access tokens with the next key from now on. Tokens signed with the previous key stay valid until they expire. The
schedule signing-key-rotation does the same every SIGNING_KEY_DAYS.

--now                  replace all keys, because one may have leaked. All access tokens expire at once; clients refresh
                       theirs.
--new-encryption-key   like --now, after the loss of the ENCRYPTION_KEY that encrypted them: the current one encrypts
                       the new keys. API and workers must use the same ENCRYPTION_KEY, or no one can sign in.
`;

/** A key encrypted with another ENCRYPTION_KEY than the API's would prevent it from signing. */
async function refuseForeignKey(em: EntityManager, encryptionKey: Buffer): Promise<void> {
  const { id, sealedPrivateJwk } = await loadCurrentKey(em);
  await openSigningKey(encryptionKey, id, sealedPrivateJwk!).catch((cause: unknown) => {
    throw new StackError(
      "ENCRYPTION_KEY is not the one that the signing keys are sealed with: set the one that API and workers run with. " +
        "Only when that is lost, add --new-encryption-key; docs/operations.md describes the other steps.",
      { cause },
    );
  });
}

async function rotate({ atOnce, withNewKey }: { atOnce: boolean; withNewKey: boolean }): Promise<void> {
  const config = readConfig();
  await checkDatabase(config.DATABASE_URL);
  const orm = await createOrm(config, entities);
  const make = () => makeSigningKeyPair(config.encryptionKey);
  try {
    const rotation = await orm.em.fork().transactional(async (em) => {
      const ctx = { em, actor: null, clock: systemClock, events: [] };
      if (withNewKey) return replaceSigningKeys(ctx, make);
      await ensureSigningKeys(ctx, make);
      await refuseForeignKey(em, config.encryptionKey);
      if (atOnce) return replaceSigningKeys(ctx, make);
      return rotateSigningKeys(ctx, { make, tokenSeconds: ACCESS_TOKEN_SECONDS });
    });
    process.stdout.write(`Signing with ${rotation!.current}; next comes ${rotation!.next}.\n`);
  } finally {
    await orm.close();
  }
}

const options = {
  now: { type: "boolean", default: false },
  "new-encryption-key": { type: "boolean", default: false },
} as const;
const request = readArgs({ help: HELP, options }, (values) => ({
  atOnce: values.now,
  withNewKey: values["new-encryption-key"],
}));
await rotate(request).catch(reportFailure);
