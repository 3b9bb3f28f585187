import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { User } from "../users/user.entity.ts";
import { IdentityProvider } from "./identity-provider.entity.ts";

const UpstreamAccountSchema = defineEntity({
  name: "UpstreamAccount",
  tableName: "upstream_accounts",
  uniques: [
    { properties: ["issuer", "subject"] },
    // A person who gets a colleague's old address has another subject, and must not gain access to the
    // colleague's account.
    { properties: ["user", "issuer"] },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    issuer: p.text(),
    subject: p.string(),
    user: () => p.manyToOne(User).deleteRule("cascade"),
    /** The provider that linked it. */
    provider: () => p.manyToOne(IdentityProvider).deleteRule("cascade").index(),
    createdAt: p.datetime().index(),
    lastUsedAt: p.datetime(),
  },
});

/** A user's account at an identity provider, identified by issuer and subject only. */
export class UpstreamAccount extends UpstreamAccountSchema.class {}
UpstreamAccountSchema.setClass(UpstreamAccount);
