import type { RequestHandler } from "express";
import helmet from "helmet";

/**
 * Security headers for all responses. Data loads and runs nothing, even if a browser shows it as a page; pages set
 * a policy of their own.
 */
export const securityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
  });
