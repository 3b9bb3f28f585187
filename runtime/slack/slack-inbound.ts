import { en } from "../../domain/texts/en.ts";
import { findChatTexts } from "../../domain/integrations/linked-account.queries.ts";
import { readSlackSettings } from "../../domain/slack/read-slack-settings.ts";
import { recordSlackLost } from "../../domain/slack/record-slack-lost.ts";
import type { SecretBox } from "../../domain/secret-box.ts";
import type {
  SlackInboundDeps,
  SlackSettings,
  StartSlackWorkflow,
} from "../../integrations/slack/inbound/slack-inbound-deps.ts";
import { createSlackHttp, type SlackHttp } from "../../integrations/slack/inbound/slack-http.ts";
import { runSocketMode } from "../../integrations/slack/inbound/socket-mode.ts";
import { testSlack } from "../../integrations/slack/test-slack.ts";
import type { SlackConnection } from "../../integrations/slack/slack-connection.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Logger } from "../../platform/logger.ts";
import type { Orm } from "../../platform/database/orm.ts";

/** How soon a change of the settings takes effect. */
const FRESH_MS = 1_000;

interface InboundDeps {
  orm: Orm;
  secrets: SecretBox;
  connection: SlackConnection;
  start: StartSlackWorkflow;
  clock: Clock;
  logger: Logger;
}

export interface SlackInbound {
  http: SlackHttp;
  stop(): Promise<void>;
}

/** The settings, cached for a moment. */
function createCurrent({ orm, secrets }: InboundDeps): () => Promise<SlackSettings | null> {
  let known: { at: number; reading: Promise<SlackSettings | null> } | null = null;
  return () => {
    const now = performance.now();
    if (known === null || now - known.at >= FRESH_MS) {
      const reading = readSlackSettings(orm.em.fork(), secrets);
      // A failed read is repeated.
      reading.catch(() => void (known = null));
      known = { at: now, reading };
    }
    return known.reading;
  };
}

/** Slack waits three seconds for our response, and repeats the request without one. */
const CHECK_MS = 2_000;

/** Only a refusal of our own token proves that the app was removed: another workspace may have removed it. */
const createTokenCheck =
  ({ orm, secrets, connection, clock }: InboundDeps): SlackInboundDeps["checkToken"] =>
  async () => {
    const current = await readSlackSettings(orm.em.fork(), secrets);
    if (current?.settings.bot_token === undefined) return;
    const quick: SlackConnection["outbound"] = {
      fetch: (url, init) =>
        connection.outbound.fetch(url, { ...init, signal: AbortSignal.timeout(CHECK_MS) }),
    };
    const result = await testSlack(quick, connection.apiUrl, current.settings);
    if (result.ok) return;
    if (result.problem !== "bad_credentials") throw new Error(`Slack could not be tested: ${result.detail}`);
    const em = orm.em.fork();
    await em.transactional((inner) =>
      recordSlackLost({ em: inner, actor: null, clock, events: [] }, { of: current.updatedAt, result }),
    );
  };

/** Receives requests from Slack: over HTTP, and in Socket Mode while an app token is set. */
export function startSlackInbound(deps: InboundDeps): SlackInbound {
  const { orm, connection, start, logger } = deps;
  const findReader: SlackInboundDeps["findReader"] = async (person) => {
    const texts = await findChatTexts(orm.em.fork(), person);
    return { isLinked: texts !== null, texts: texts ?? en };
  };
  const checkToken = createTokenCheck(deps);
  const inbound = { settings: createCurrent(deps), findReader, checkToken, start, connection, logger };
  const stopping = new AbortController();
  const sockets = runSocketMode(inbound, stopping.signal);
  return {
    http: createSlackHttp(inbound),
    async stop() {
      stopping.abort();
      await sockets;
    },
  };
}
