import type { Texts } from "../../domain/texts/en.ts";
import { translate } from "../../domain/texts/translate.rules.ts";
import { answer, type ChatAnswer } from "./chat-answer.ts";
import type { ProductRefusal } from "./product-client.ts";

/** The answer to a request that the API refused. */
export const refused = ({ why }: ProductRefusal, texts: Texts): ChatAnswer =>
  answer(texts.chats.refused, { text: translate(texts, why) ?? why.english });
