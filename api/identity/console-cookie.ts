import type { Response } from "express";
import { z } from "zod";
import type { Session } from "../../domain/identity/session.entity.ts";
import { createSealedCookie, type SealedCookie } from "../../platform/web/sealed-cookie.ts";

const Shown = z.object({ sessionId: z.string(), userId: z.string(), expires: z.number() });

/**
 * The session in a browser's cookie, and its user at the time it was created. The database decides whether it
 * is still valid.
 */
export type ShownSession = z.infer<typeof Shown>;

export interface ConsoleCookies extends Pick<SealedCookie<ShownSession>, "read" | "clear"> {
  write(response: Response, session: Session): void;
}

/** The console's credential: it names a session, because tokens must not reach the browser. */
export function createConsoleCookies(key: Buffer, issuer: string): ConsoleCookies {
  const cookie = createSealedCookie(key, issuer, { name: "console", sameSite: "strict", content: Shown });
  return {
    read: cookie.read,
    write(response, { id, user, createdAt, expiresAt }) {
      const expires = expiresAt.getTime();
      const content = { sessionId: id, userId: user.id, expires };
      cookie.write(response, content, expires - createdAt.getTime());
    },
    clear: cookie.clear,
  };
}
