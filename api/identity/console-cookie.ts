import { createHmac } from "node:crypto";
import type { CookieOptions, Request, Response } from "express";
import type { Session } from "../../domain/identity/session.entity.ts";
import { isSameText } from "../../platform/crypto/crypto.ts";
import { cookieOf } from "./oauth/browser/browser-cookie.ts";

/**
 * The session in a browser's cookie, and its user at the time it was created. The database decides whether it
 * is still valid.
 */
export interface ShownSession {
  sessionId: string;
  userId: string;
}

export interface ConsoleCookies {
  /** Null if there is no cookie or we did not create it. */
  read(request: Request): ShownSession | null;
  write(response: Response, session: Session): void;
  clear(response: Response): void;
}

/**
 * The console's credential: it names a session and contains nothing that a page could read or use elsewhere,
 * because tokens must not reach the browser. `issuer` decides whether the cookie requires HTTPS; browsers
 * reject the `__Host-` prefix without it.
 */
export function createConsoleCookies(key: Buffer, issuer: string): ConsoleCookies {
  const secure = issuer.startsWith("https:");
  const name = secure ? "__Host-console" : "console";
  const options: CookieOptions = { httpOnly: true, secure, sameSite: "strict", path: "/" };
  const sign = (text: string): string =>
    createHmac("sha256", key).update(`console-cookie:${text}`).digest("base64url");
  return {
    read(request) {
      const [sessionId = "", userId = "", signature = ""] = cookieOf(request, name)?.split(".") ?? [];
      if (!isSameText(sign(`${sessionId}.${userId}`), signature)) return null;
      return { sessionId, userId };
    },
    write(response, { id, user, createdAt, expiresAt }) {
      const text = `${id}.${user.id}`;
      const maxAge = expiresAt.getTime() - createdAt.getTime();
      response.cookie(name, `${text}.${sign(text)}`, { ...options, maxAge });
    },
    clear: (response) => void response.clearCookie(name, options),
  };
}
