import { z } from "zod";
import type { Session } from "../../domain/identity/session.entity.ts";
import { endConsent, endOtherSessions, endSession } from "../../domain/identity/session-end.commands.ts";
import {
  listConsents,
  listOwnSessions,
  loadConsent,
  loadOwnSignIn,
  type GrantedConsent,
} from "../../domain/identity/own-sessions.queries.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { defineView } from "../define-schemas.ts";
import { lists, may } from "../access.ts";
import { Id, IdParams, PageOf, Timestamp, listQuery } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { nameBrowser } from "./name-browser.ts";
import { findOwnSession } from "./own-session.ts";

const SESSIONS = "/api/v1/users/me/sessions";
const CONSENTS = "/api/v1/users/me/consents";

const SessionView = defineView("OwnSession", {
  id: Id,
  current: z.boolean().meta({ description: "The session of this request" }),
  browser: z
    .string()
    .nullable()
    .meta({ description: "The browser that signed in, such as Firefox; null if unknown" }),
  system: z.string().nullable().meta({ description: "Its operating system, such as Linux; null if unknown" }),
  address: z.string().nullable().meta({ description: "The IP address of the sign-in; null if unknown" }),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable().meta({
    description: "At most a minute behind; null if there was no request yet",
  }),
  expires_at: Timestamp,
});
const SessionList = PageOf("sessions", SessionView, "OwnSessionList");

const ConsentView = defineView("Consent", {
  client_id: Id,
  name: z.string(),
  scopes: z.array(z.string()),
  created_at: Timestamp.meta({ description: "When you first gave it access" }),
  latest_at: Timestamp.meta({ description: "When you last gave it access" }),
  expires_at: Timestamp.meta({ description: "When the access ends unless it is renewed" }),
});
const ConsentList = defineView("ConsentList", { consents: z.array(ConsentView) });

const presentSession =
  (current: string) =>
  ({
    id,
    userAgent,
    address,
    createdAt,
    lastUsedAt,
    expiresAt,
  }: Row<Session>): z.infer<typeof SessionView> => ({
    id,
    current: id === current,
    ...nameBrowser(userAgent ?? null),
    address: address ?? null,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: expiresAt.toISOString(),
  });

const presentConsent = (consent: GrantedConsent): z.infer<typeof ConsentView> => ({
  client_id: consent.clientId,
  name: consent.name,
  scopes: consent.scopes,
  created_at: consent.since.toISOString(),
  latest_at: consent.latest.toISOString(),
  expires_at: consent.expiresAt.toISOString(),
});

const list = defineRoute({
  method: "get",
  path: SESSIONS,
  summary: "List your active sessions, newest first",
  access: lists("signIn.see"),
  query: z.strictObject({ page: listQuery.page, limit: listQuery.limit }),
  output: SessionList,
  act: async (ctx, { query }) => ({ ...(await listOwnSessions(ctx, query)), current: ctx.sessionId }),
  present: ({ items, pagination, current }) => ({ sessions: items.map(presentSession(current)), pagination }),
});

const endOne = defineRoute({
  method: "delete",
  path: `${SESSIONS}/:id`,
  summary: "End one of your sessions; its tokens stop working at once",
  access: may("signIn.end"),
  params: IdParams,
  message: "The session has ended",
  load: (ctx: RouteContext, { params }) => loadOwnSignIn(ctx, params.id),
  act: (ctx, _input, session) => endSession(ctx, session, "ended"),
});

const endOthers = defineRoute({
  method: "delete",
  path: SESSIONS,
  summary: "End all your other sessions at once, including those of applications",
  access: may("signIn.end"),
  message: "All other sessions have ended",
  load: findOwnSession,
  act: (ctx) => endOtherSessions(ctx, ctx.sessionId),
});

const consents = defineRoute({
  method: "get",
  path: CONSENTS,
  summary: "List the applications you have given access, newest first",
  access: lists("signIn.see"),
  output: ConsentList,
  act: (ctx) => listConsents(ctx),
  present: (items) => ({ consents: items.map(presentConsent) }),
});

const revoke = defineRoute({
  method: "delete",
  path: `${CONSENTS}/:id`,
  summary: "Revoke an application's access; its tokens stop working at once",
  access: may("signIn.end"),
  params: IdParams,
  message: "The application's access was revoked",
  load: (ctx: RouteContext, { params }) => loadConsent(ctx, params.id),
  act: (ctx, _input, session) => endConsent(ctx, session),
});

export const createOwnSessionRoutes = (): Route[] => [list, endOne, endOthers, consents, revoke];
