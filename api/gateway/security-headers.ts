import type { RequestHandler } from "express";
import helmet from "helmet";

const OWN = "'self'";

/**
 * Security headers for all responses. Inline styles are allowed on the documentation page only; inline
 * scripts never.
 */
export const securityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: [OWN],
        styleSrc: [OWN, "'unsafe-inline'"],
        imgSrc: [OWN, "data:", "blob:"],
        frameAncestors: ["'none'"],
        // The product also runs without TLS on laptops.
        upgradeInsecureRequests: null,
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
  });
