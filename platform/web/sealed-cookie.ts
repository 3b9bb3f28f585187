import type { CookieOptions, Request, Response } from "express";
import { z } from "zod";
import { open, seal } from "../crypto/crypto.ts";

/** What this service stores in a browser: encrypted and authenticated, so it can be neither read nor forged. */
export interface SealedCookie<T> {
  /** Null if there is none, it has expired, or we did not write it. */
  read(request: Request, now: Date): T | null;
  write(response: Response, content: T, maxAgeMs: number): void;
  clear(response: Response): void;
}

interface CookieShape<T> {
  /** On https it gets the prefix `__Host-`, which ties it to this host; browsers refuse the prefix on http. */
  name: string;
  sameSite: "lax" | "strict";
  content: z.core.$ZodType<T>;
}

const cookieOf = (request: Request, name: string): string | undefined =>
  request
    .get("cookie")
    ?.split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** `expires` is in epoch milliseconds. `issuer` decides whether the cookie requires HTTPS. */
export function createSealedCookie<T extends { expires: number }>(
  key: Buffer,
  issuer: string,
  shape: CookieShape<T>,
): SealedCookie<T> {
  const secure = issuer.startsWith("https:");
  const name = secure ? `__Host-${shape.name}` : shape.name;
  const options: CookieOptions = { httpOnly: true, secure, sameSite: shape.sameSite, path: "/" };
  const context = `cookie:${shape.name}`;

  function unseal(value: string): T | null {
    try {
      const sealed = Buffer.from(value, "base64url").toString("base64");
      return z.parse(shape.content, JSON.parse(open(key, sealed, context)));
    } catch {
      return null;
    }
  }

  return {
    read(request, now) {
      const value = cookieOf(request, name);
      const content = value === undefined ? null : unseal(value);
      return content !== null && content.expires > now.getTime() ? content : null;
    },
    write(response, content, maxAge) {
      const sealed = seal(key, JSON.stringify(content), context);
      const value = Buffer.from(sealed, "base64").toString("base64url");
      response.cookie(name, value, { ...options, maxAge });
    },
    clear: (response) => void response.clearCookie(name, options),
  };
}
