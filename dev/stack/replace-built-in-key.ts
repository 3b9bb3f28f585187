import pg from "pg";
import { integrationSecretContext } from "../../domain/integrations/integration.rules.ts";
import { secretContextOf } from "../../domain/identity-providers/identity-provider.rules.ts";
import { webhookSecretContext } from "../../domain/webhooks/webhook-secret.ts";
import { BUILT_IN_KEY } from "../../platform/crypto/built-in-key.ts";
import type { Config } from "../../platform/config.ts";
import { open, seal } from "../../platform/crypto/crypto.ts";
import { signingKeyContext } from "../../platform/crypto/signing-key-pair.ts";
import { totpContext } from "../../platform/crypto/totp.ts";

interface SealedColumn {
  table: string;
  column: string;
  /** The column that identifies the row in the encryption context. */
  key: string;
  contextOf: (key: string) => string;
  /** The column is a list of objects, each with its own `secret`. */
  isList?: true;
}

/** Everything encrypted with ENCRYPTION_KEY, except responses stored for retries. */
const SEALED: readonly SealedColumn[] = [
  { table: "signing_keys", column: "sealed_private_jwk", key: "id", contextOf: signingKeyContext },
  { table: "totp_factors", column: "sealed_secret", key: "user_id", contextOf: totpContext },
  { table: "webhooks", column: "secret", key: "id", contextOf: webhookSecretContext },
  { table: "webhooks", column: "previous_secrets", key: "id", contextOf: webhookSecretContext, isList: true },
  {
    table: "integrations",
    column: "sealed_secrets",
    key: "kind",
    contextOf: (kind) => integrationSecretContext(kind as Parameters<typeof integrationSecretContext>[0]),
  },
  { table: "identity_providers", column: "sealed_client_secret", key: "id", contextOf: secretContextOf },
];

/** The plain text if the built-in key decrypts it, or null. */
function openedByBuiltIn(sealed: string, context: string): string | null {
  try {
    return open(BUILT_IN_KEY, sealed, context);
  } catch {
    return null;
  }
}

/** The same texts, encrypted with `key` where the built-in one decrypts them, and how many. */
function sealAgain(key: Buffer, sealed: readonly string[], context: string) {
  const opened = sealed.map((text) => openedByBuiltIn(text, context));
  return {
    texts: opened.map((plain, i) => (plain === null ? sealed[i]! : seal(key, plain, context))),
    count: opened.filter((plain) => plain !== null).length,
  };
}

async function replaceIn(client: pg.Client, key: Buffer, at: SealedColumn): Promise<number> {
  const { rows } = await client.query<{ key: string; sealed: string | { secret: string }[] }>(
    `select ${at.key}::text as key, ${at.column} as sealed from ${at.table} where ${at.column} is not null for update`,
  );
  let replaced = 0;
  for (const { key: id, sealed } of rows) {
    const list = Array.isArray(sealed) ? sealed : [{ secret: sealed }];
    const secrets = list.map(({ secret }) => secret);
    const { texts, count } = sealAgain(key, secrets, at.contextOf(id));
    if (count === 0) continue;
    const value = at.isList ? JSON.stringify(list.map((one, i) => ({ ...one, secret: texts[i] }))) : texts[0];
    await client.query(`update ${at.table} set ${at.column} = $1 where ${at.key}::text = $2`, [value, id]);
    replaced += count;
  }
  return replaced;
}

/**
 * Encrypts with the current key what is still encrypted with the built-in one: all of it or, on failure,
 * nothing. Returns the number of secrets. Responses stored for retries are deleted, because their look-up key
 * depends on the encryption key.
 */
export async function replaceBuiltInKey({
  DATABASE_URL: connectionString,
  encryptionKey,
}: Pick<Config, "DATABASE_URL" | "encryptionKey">): Promise<number> {
  if (encryptionKey.equals(BUILT_IN_KEY)) return 0;
  const client = new pg.Client({ connectionString });
  // The pending operation reports a server that disappears.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    let replaced = 0;
    for (const at of SEALED) replaced += await replaceIn(client, encryptionKey, at);
    if (replaced > 0) await client.query("delete from stored_answers");
    await client.query("commit");
    return replaced;
  } finally {
    await client.end();
  }
}
