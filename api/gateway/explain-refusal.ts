import type { AccessRule } from "../../domain/access/access-rule.ts";
import type { AccessRefusal } from "../../domain/access/decide.ts";
import type { Actor } from "../../domain/actor.ts";
import { keysOf } from "../../domain/keys-of.rules.ts";
import { alternatives } from "../../platform/alternatives.ts";

type Refusal = Exclude<AccessRefusal["because"], "sign_in">;

/** What a credential lacks, by the part of the rule that refused it. */
function explainCredential({ apiKeyId, projectIds }: Actor, { personOnly, project }: AccessRule): string {
  const credential = apiKeyId === null ? "An application" : "An API key";
  if (projectIds !== null && project === undefined)
    return `${credential} that is restricted to projects may not do this: sign in yourself, or use one without this restriction`;
  const may = personOnly === true ? "sign in yourself" : "sign in yourself, or use an access token";
  return `${credential} may not do this, whatever its owner may: ${may}`;
}

/**
 * Why a caller may not do something, and who can help. It is about the rule, and of the row it names only the kind: who
 * may not see the row gets NOT_FOUND instead.
 */
export function explainRefusal(because: Refusal, rule: AccessRule, actor: Actor): string {
  const roles = alternatives(keysOf(rule.roles));
  switch (because) {
    case "role":
      return `Your role, ${actor.role}, does not allow this: ask a user with the role ${roles}`;
    case "scope":
      return `This requires the scope "${rule.scope}", which your token or API key does not have: use one with it`;
    case "credential":
      return explainCredential(actor, rule);
    case "condition":
      return `You may not do this here: it depends on your part in the ${rule.on?.replaceAll("_", " ") ?? "resource"} and in its project. Ask a user with the role ${roles} who may`;
  }
}
