import type { Actor } from "./actor.ts";

const OAUTH = "oauth:";

/** The application of the caller's token; null for users themselves, keys and chats. */
export const oauthClientOf = ({ via }: Pick<Actor, "via">): string | null =>
  via?.startsWith(OAUTH) === true ? via.slice(OAUTH.length) : null;
