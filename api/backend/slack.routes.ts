import type { Request } from "express";
import { SLACK_PATH, type SlackHttp } from "../../integrations/slack/inbound/slack-http.ts";
import { open } from "../access.ts";
import { defineRoute, type RawAnswer, type Route } from "../route.ts";

export interface SlackRouteDeps {
  slackHttp: SlackHttp;
}

/** Bolt reads the body itself, byte by byte as it was signed: the route declares none, so nothing has parsed it. */
const events = ({ slackHttp }: SlackRouteDeps): Route =>
  defineRoute<object, object, object, undefined, Request, RawAnswer>({
    method: "post",
    path: SLACK_PATH,
    service: "backend",
    summary: "Commands, clicks and events, sent and signed by Slack",
    access: open("Slack signs each request, and whoever clicks acts as the user they are linked with"),
    answer: "raw",
    transaction: "own",
    answers: {
      400: "The body cannot be read",
      401: "The signature is wrong, or older than five minutes",
      404: "Slack is not set up here",
      413: "The body is too large",
    },
    act: async ({ request }) => request,
    present: (request) => (response) => slackHttp(request, response),
  });

export const createSlackRoutes = (deps: SlackRouteDeps): Route[] => [events(deps)];
