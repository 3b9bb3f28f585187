import { refusedCredential } from "../../domain/audit-log/failed-authentication.ts";
import { SLACK_PATH, type SlackHttp } from "../../integrations/slack/inbound/slack-http.ts";
import { AppError } from "../../platform/errors.ts";
import { open } from "../access.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";

interface SlackRouteDeps {
  slackHttp: SlackHttp;
}

const ABOUT = { subjectKind: "integration", subjectId: "slack" } as const;

/** Bolt reads the signed raw body itself: the route declares no body, so nothing has parsed it. */
const events = ({ slackHttp }: SlackRouteDeps): Route =>
  defineRoute<object, object, object, undefined, RouteContext, RawAnswer>({
    method: "post",
    path: SLACK_PATH,
    summary: "Receive commands, interactions and events from Slack, signed by Slack",
    access: open("Slack signs each request, and people act as the user they are linked to"),
    answer: "raw",
    transaction: "own",
    answers: {
      400: "The body cannot be read",
      401: "The signature is wrong, or older than five minutes",
      404: "Slack is not configured",
      413: "The body is too large",
    },
    act: async (ctx) => ctx,
    present:
      ({ request, recordFailure }) =>
      (response) =>
        slackHttp(request, response).catch((error: unknown) => {
          if (error instanceof AppError && error.code === "UNAUTHORIZED")
            recordFailure(refusedCredential({ credential: "signature", reason: error.message }, ABOUT));
          throw error;
        }),
  });

export const createSlackRoutes = (deps: SlackRouteDeps): Route[] => [events(deps)];
