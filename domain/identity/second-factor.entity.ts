import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../users/user.entity.ts";

const TotpFactorSchema = defineEntity({
  name: "TotpFactor",
  tableName: "totp_factors",
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule("cascade"),
    /** The secret, sealed with ENCRYPTION_KEY and bound to the user. */
    sealedSecret: p.text().hidden(),
    createdAt: p.datetime(),
    /** Null until a first code showed that the app has the secret; until then it counts for nothing. */
    confirmedAt: p.datetime().nullable(),
    /** The step of the last accepted code (30 s each, since 1970): no code of this or an earlier step counts again. */
    lastStep: p.integer().default(0),
    /** Wrong codes in a row, and when the last of them came. */
    failures: p.integer().default(0),
    failedAt: p.datetime().nullable(),
  },
});

/** An authenticator app that a user signs in with, beside the password. */
export class TotpFactor extends TotpFactorSchema.class {}
TotpFactorSchema.setClass(TotpFactor);

const RecoveryCodeSchema = defineEntity({
  name: "RecoveryCode",
  tableName: "recovery_codes",
  properties: {
    /** SHA-256 of the code; the code itself is never stored. */
    hash: p.string().primary(),
    user: () => p.manyToOne(User).deleteRule("cascade").index(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});

/** Stands in for the authenticator app once. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
