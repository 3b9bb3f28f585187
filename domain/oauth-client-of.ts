import type { Actor } from "./actor.ts";

const OAUTH = "oauth:";

/** The application that the caller's token was given to; null for people themselves, keys and chats. */
export const oauthClientOf = ({ via }: Pick<Actor, "via">): string | null =>
  via?.startsWith(OAUTH) === true ? via.slice(OAUTH.length) : null;
