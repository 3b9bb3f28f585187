import type { QueryContext } from "../context.ts";
import type { Texts } from "../texts/en.ts";
import { textsFor } from "../texts/texts-in.ts";
import { User } from "./user.entity.ts";

/** The texts in the language that the caller has saved. */
export async function savedTexts({ em, actor }: Pick<QueryContext, "em" | "actor">): Promise<Texts> {
  const user = await em.findOneOrFail(User, { id: actor.id });
  return textsFor(user.preferences);
}
