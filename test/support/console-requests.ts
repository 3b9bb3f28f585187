import type { Request } from "express";
import { createConsoleCookies } from "../../api/identity/console-cookie.ts";
import { Session } from "../../domain/identity/session.entity.ts";
import { PASSWORD, type Person } from "./people.ts";
import type { Product } from "./product.ts";

interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export const cookieIn = (answer: Response): string => answer.headers.getSetCookie()[0]!.split(";")[0]!;

/** Requests as the console sends them, and the sessions of its cookies. */
export function createConsoleRequests(product: Product) {
  const page: Record<string, string> = {
    "x-console": "1",
    origin: product.config.publicUrl,
    "sec-fetch-site": "same-origin",
  };
  /** A request as the console sends it, except for what the test changes. */
  const call = (path: string, { method = "GET", body, headers = {} }: Call = {}) =>
    product.anonymous.fetch(path, {
      method,
      headers: { ...page, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const signIn = ({ email }: Person, headers: Record<string, string> = {}) =>
    call("/api/v1/auth/session", { method: "POST", body: { email, password: PASSWORD }, headers });
  const sessionIdIn = (cookie: string): string => {
    const { encryptionKey, issuer } = product.config;
    const request = { get: () => cookie } as unknown as Request;
    return createConsoleCookies(encryptionKey, issuer).read(request, new Date())!.sessionId;
  };
  return {
    page,
    call,
    signIn,
    cookieOf: async (who: Person): Promise<string> => cookieIn(await signIn(who)),
    sessionIdIn,
    change: (cookie: string, to: Partial<Session>) =>
      product.orm.em.fork().nativeUpdate(Session, { id: sessionIdIn(cookie) }, to),
    newProject: (cookie: string, headers: Record<string, string> = {}) =>
      call("/api/v1/projects", {
        method: "POST",
        body: { name: "By the console", framework: "soc2" },
        headers: { cookie, ...headers },
      }),
  };
}
