import { defineEntity, p } from "@mikro-orm/core";
import { User } from "../users/user.entity.ts";

const TotpFactorSchema = defineEntity({
  name: "TotpFactor",
  tableName: "totp_factors",
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule("cascade"),
    /** The secret, encrypted with ENCRYPTION_KEY and bound to the user. */
    sealedSecret: p.text().hidden(),
    createdAt: p.datetime(),
    /** Null until a first code proved that the app has the secret; until then it is not used. */
    confirmedAt: p.datetime().nullable(),
    /**
     * The time step of the last accepted code (30 s units since 1970): no code of this or an earlier step is
     * accepted.
     */
    lastStep: p.integer().default(0),
    /** The number of consecutive wrong codes, and the time of the last one. */
    failures: p.integer().default(0),
    failedAt: p.datetime().nullable(),
  },
});

/** A user's authenticator app, in addition to the password. */
export class TotpFactor extends TotpFactorSchema.class {}
TotpFactorSchema.setClass(TotpFactor);

const RecoveryCodeSchema = defineEntity({
  name: "RecoveryCode",
  tableName: "recovery_codes",
  properties: {
    /** SHA-256 of the code, which is never stored itself. */
    hash: p.string().primary(),
    user: () => p.manyToOne(User).deleteRule("cascade").index(),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
});

/** Replaces the authenticator app once. */
export class RecoveryCode extends RecoveryCodeSchema.class {}
RecoveryCodeSchema.setClass(RecoveryCode);
