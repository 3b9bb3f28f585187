import { ExpressReceiver, HTTPModuleFunctions } from "@slack/bolt";
import type { Request, Response } from "express";
import { once } from "node:events";
import { notFound, refused, unauthorized } from "../../../platform/errors.ts";
import { createBoltLogger } from "../bolt-logger.ts";
import { createSlackApp } from "./create-slack-app.ts";
import type { SlackInboundDeps, SlackSettings } from "./slack-inbound-deps.ts";

export const SLACK_PATH = "/webhooks/slack/events";
/** The longest possible message, 40,000 characters, twice in a form and fully escaped, is shorter. */
const BODY_LIMIT = "768kb";

/** Answers a request of Slack. Rejects with the error for the gateway's envelope. */
export type SlackHttp = (request: Request, response: Response) => Promise<void>;

function createReceiver(current: SlackSettings, deps: SlackInboundDeps): ExpressReceiver {
  const receiver = new ExpressReceiver({
    signingSecret: current.settings.signing_secret,
    endpoints: SLACK_PATH,
    bodyLimit: BODY_LIMIT,
    // If the workflow could not be started, the response is an error, so that Slack retries or shows the
    // failure.
    processBeforeResponse: true,
    logger: createBoltLogger(deps.logger),
  });
  createSlackApp(current, receiver, deps);
  return receiver;
}

/**
 * Bolt's own check of signature and age, before its receiver, which would refuse without an error message.
 */
async function requireSignature(request: Request, signingSecret: string): Promise<void> {
  try {
    await HTTPModuleFunctions.parseAndVerifyHTTPRequest({ signingSecret, bodyLimit: BODY_LIMIT }, request);
  } catch (error) {
    if (HTTPModuleFunctions.isRawBodyError(error) && error.type === "entity.too.large")
      throw refused(413, "body", "The body is too large");
    throw unauthorized("The request has no current Slack signature");
  }
}

/** Handles Slack's HTTP requests with the settings at that time. */
export function createSlackHttp(deps: SlackInboundDeps): SlackHttp {
  let made: { from: number; receiver: ExpressReceiver } | null = null;

  function receiverFor(current: SlackSettings): ExpressReceiver {
    const from = current.updatedAt.getTime();
    if (made?.from !== from) made = { from, receiver: createReceiver(current, deps) };
    return made.receiver;
  }

  return async (request, response) => {
    const current = await deps.settings();
    if (current === null) throw notFound("Slack is not configured: its settings were");
    await requireSignature(request, current.settings.signing_secret);
    const answered = once(response, "close");
    const passedOn = Promise.withResolvers<never>();
    const { router } = receiverFor(current);
    // Bolt calls next only on failure: its router has only our path.
    router(request, response, (error?: unknown) =>
      passedOn.reject(error instanceof Error ? error : notFound("Path")),
    );
    await Promise.race([answered, passedOn.promise]);
  };
}
