import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { User } from "../users/user.entity.ts";
import { IdentityProvider } from "./identity-provider.entity.ts";

const UpstreamAccountSchema = defineEntity({
  name: "UpstreamAccount",
  tableName: "upstream_accounts",
  uniques: [
    { properties: ["issuer", "subject"] },
    // Whoever got a colleague's old address got a new subject: they must not come into the colleague's account by it.
    { properties: ["user", "issuer"] },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    issuer: p.text(),
    subject: p.string(),
    user: () => p.manyToOne(User).deleteRule("cascade"),
    /** Through which it was linked. */
    provider: () => p.manyToOne(IdentityProvider).deleteRule("cascade").index(),
    createdAt: p.datetime().index(),
    lastUsedAt: p.datetime(),
  },
});

/** A user's account at an identity provider, known by issuer and subject and nothing else. */
export class UpstreamAccount extends UpstreamAccountSchema.class {}
UpstreamAccountSchema.setClass(UpstreamAccount);
