import express, { type Express } from "express";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import type { Route, Service } from "../route.ts";
import { docsPage } from "./docs-page.ts";
import { serveConsole } from "./console.ts";
import { answerErrors, answerUnknownPath } from "../../platform/web/answer-errors.ts";
import { allowOrigins, answerPreflight } from "./allow-origins.ts";
import { createShares } from "./create-shares.ts";
import { createLargeBodies } from "./large-body/create-large-bodies.ts";
import type { RouteRuntime } from "./route-runtime.ts";
import { assertOnlyListed, mountRoutes } from "./mount-routes.ts";
import { serveDescription } from "./openapi/serve-description.ts";
import { proxyTo } from "./proxy.ts";
import { limitRate, type Counter } from "./rate-limit.ts";
import type { RateLimits } from "../../platform/rates/rate-windows.ts";
import { assignRequestId } from "../../platform/web/envelope.ts";
import { nameRoute } from "../../platform/web/name-route.ts";
import { refuseOtherMethods } from "../../platform/web/refuse-other-methods.ts";
import { securityHeaders } from "./security-headers.ts";

export interface AppOptions extends Omit<RouteRuntime, "shares" | "largeBodies"> {
  config: Pick<
    Config,
    | "SERVICES"
    | "SERVICE_URLS"
    | "TRUSTED_PROXIES"
    | "REQUESTS_PER_MINUTE"
    | "REQUESTS_PER_HOUR"
    | "CORS_ORIGINS"
    | "DATABASE_POOL"
    | "publicUrl"
    | "retrievalUrl"
  >;
  routes: Readonly<Record<Service, readonly Route[]>>;
  /** Counts requests across all processes. */
  counter: Pick<Counter, "count" | "peek">;
  /** Replaces the console's cookie, which only this process understands, with a token. */
  bearer: express.RequestHandler;
}

/** A slower search is not worth waiting for: the search service is stuck or overloaded. */
const SEARCH_MS = 4_000;

const limitsOf = (config: AppOptions["config"]): RateLimits => ({
  perMinute: config.REQUESTS_PER_MINUTE,
  perHour: config.REQUESTS_PER_HOUR,
});

/** Pages ask for the events since the `Date` of an answer, perhaps from another process: the time is of the same clock. */
const sendDate =
  (clock: Clock): express.RequestHandler =>
  (_request, response, next) => {
    response.set("Date", clock.now().toUTCString());
    next();
  };

/** The services that this process runs. */
export const servicesOf = (names: string): Set<Service> =>
  new Set(names.split(",").map((name) => name.trim() as Service));

/**
 * Forwards the routes of services that run elsewhere. A service with neither process nor address answers 404.
 */
function forwardElsewhere(app: Express, { routes, config }: AppOptions, services: ReadonlySet<string>): void {
  for (const [service, elsewhere] of Object.entries(routes)) {
    const url = services.has(service) ? undefined : config.SERVICE_URLS?.[service];
    if (url !== undefined) for (const { path } of elsewhere) app.all(path, proxyTo(url, service));
  }
}

/** The HTTP edge: the steps of every request, then the routes of the services that this process runs. */
export function createApp(options: AppOptions): Express {
  const services: ReadonlySet<string> = servicesOf(options.config.SERVICES);
  const all = Object.values(options.routes).flat();
  const routes = Object.entries(options.routes).flatMap(([service, own]) =>
    own.filter(({ everywhere }) => everywhere === true || services.has(service)),
  );
  const app = express();
  app.disable("x-powered-by");
  // Express would hash the envelope, whose time and request id always differ.
  app.disable("etag");
  app.set("trust proxy", options.config.TRUSTED_PROXIES);
  app.set("query parser", "simple");
  app.use(assignRequestId, sendDate(options.clock), securityHeaders());
  // Behind a gateway, requests have already been counted and their origin checked.
  if (services.has("gateway"))
    app.use(
      allowOrigins(options.config.CORS_ORIGINS),
      limitRate(options.counter, {
        limits: limitsOf(options.config),
        subjectOf: options.authenticator.subjectOf,
        uncounted: new Set(routes.filter((route) => route.uncounted).map(({ path }) => path)),
        clock: options.clock,
      }),
      answerPreflight,
    );
  // The assistant calls the search service, which accepts tokens only.
  app.use("/api/v1/ai", options.bearer);
  const shares = createShares(options.config.DATABASE_POOL);
  mountRoutes(app, routes, { ...options, shares, largeBodies: createLargeBodies() });
  assertOnlyListed(app, routes);
  if (services.has("gateway")) {
    app
      .route("/openapi.json")
      .all(nameRoute("/openapi.json"))
      .get(serveDescription(all, options.config.publicUrl))
      .all(refuseOtherMethods("GET", "HEAD", "OPTIONS"));
    app.use("/docs", nameRoute("/docs/*"), docsPage());
    forwardElsewhere(app, options, services);
    const retrieval = "/api/v1/retrieval";
    app.use(
      retrieval,
      nameRoute(`${retrieval}/*`),
      options.bearer,
      proxyTo(options.config.retrievalUrl, "retrieval", SEARCH_MS),
    );
    app.use(serveConsole(all));
  }
  app.use(answerUnknownPath, answerErrors(options.logger));
  return app;
}
