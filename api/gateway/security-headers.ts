import type { RequestHandler } from "express";
import helmet from "helmet";

const OWN = "'self'";

/** Security headers on everything. Inline styles are allowed for the documentation page alone; scripts never. */
export const securityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: [OWN],
        styleSrc: [OWN, "'unsafe-inline'"],
        imgSrc: [OWN, "data:", "blob:"],
        frameAncestors: ["'none'"],
        // The product is also run without TLS on a laptop.
        upgradeInsecureRequests: null,
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "no-referrer" },
  });
