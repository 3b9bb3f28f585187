import { createHmac } from "node:crypto";
import type { CookieOptions, Request, Response } from "express";
import type { Session } from "../../domain/identity/session.entity.ts";
import { isSameText } from "../../platform/crypto.ts";
import { cookieOf } from "./oauth/browser/browser-cookie.ts";

/** The session that a browser names, and whose it was when it began. Whether it still lives, the database says. */
export interface ShownSession {
  sessionId: string;
  userId: string;
}

export interface ConsoleCookies {
  /** Null without a cookie, and for one that was not made here. */
  read(request: Request): ShownSession | null;
  write(response: Response, session: Session): void;
  clear(response: Response): void;
}

/**
 * The credential of the console: it names a session and nothing that pages could read or use elsewhere, for tokens never
 * get into a browser. `issuer` decides whether it is for https only; browsers refuse the `__Host-` prefix without.
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
