import { setTimeout as sleep } from "node:timers/promises";
import type { ControlGraph, ControlNode, GraphElement } from "../../domain/compliance/control-graph.ts";
import { unavailable } from "../../platform/errors.ts";
import { createOutbound } from "../../platform/http/outbound.ts";
import type { Logger } from "../../platform/logger.ts";
import { GraphAnswer, elementsOf, graphQuestion } from "./graph-protocol.ts";

/** For a whole request with all retries: a person is waiting. */
const DEADLINE_MS = 2_000;
const TRIES = 2;
const PAUSE_MS = 100;
const MAX_BYTES = 16_000_000;

/** The operator sets the address: it may be anywhere, including their own network. */
const EVERYWHERE = ["0.0.0.0/0", "::/0"];

/** The service did not answer, or not as expected; the message is for the log. */
class GraphFault extends Error {
  readonly passing: boolean;

  constructor(problem: string, { passing, cause }: { passing: boolean; cause?: unknown }) {
    super(`the graph service ${problem}`, { cause });
    this.name = "GraphFault";
    this.passing = passing;
  }
}

export interface GraphServiceOptions {
  url: string;
  /** Sent as a bearer token, if set. */
  token: string | undefined;
  /** The state according to the rows, which is sent to the service. */
  database: ControlGraph;
  logger: Logger;
}

type Question = Parameters<ControlGraph["controls"]>;
type Controls = Awaited<ReturnType<ControlGraph["controls"]>>;
type Outbound = ReturnType<typeof createOutbound>;

function parseAnswer(text: string): GraphElement[] {
  try {
    return elementsOf(GraphAnswer.parse(JSON.parse(text)));
  } catch (cause) {
    throw new GraphFault("did not answer with a graph", { passing: false, cause });
  }
}

/** With a different state, a project would have two scores, because reports, lists and history use the rows. */
function requireAgreement(elements: readonly GraphElement[], controls: Controls): void {
  const answered = new Map(
    elements.filter((each): each is ControlNode => "progress" in each).map((node) => [node.id, node]),
  );
  const agrees = controls.every((control) => {
    const node = answered.get(control.id);
    return (
      node?.status === control.status &&
      node.progress === control.progress &&
      node.approvedEvidence === control.approvedEvidence &&
      node.pendingEvidence === control.pendingEvidence
    );
  });
  if (!agrees || answered.size !== controls.length)
    throw new GraphFault("returned controls or states that differ from the request", {
      passing: false,
    });
}

async function askOnce(
  outbound: Outbound,
  { url, token }: GraphServiceOptions,
  question: object,
  signal: AbortSignal,
): Promise<GraphElement[]> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await outbound
    .fetch(new URL("v1/control-graph", url.endsWith("/") ? url : `${url}/`), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...authorization },
      body: JSON.stringify(question),
      signal,
    })
    .catch((cause: unknown) => {
      throw new GraphFault("did not answer", { passing: true, cause });
    });
  if (answer.status !== 200)
    throw new GraphFault(`answered ${answer.status}`, { passing: answer.status >= 500 });
  return parseAnswer(await answer.text());
}

async function ask(outbound: Outbound, options: GraphServiceOptions, question: object) {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  for (let tried = 1; ; tried += 1) {
    try {
      return await askOnce(outbound, options, question, signal);
    } catch (error) {
      if (!(error instanceof GraphFault && error.passing) || tried === TRIES || signal.aborted) throw error;
      await sleep(PAUSE_MS * (1 + Math.random()));
    }
  }
}

/** The control graph of an external service, which receives the state of the controls with each request. */
export function createGraphService(
  options: GraphServiceOptions,
): ControlGraph & { close: () => Promise<void> } {
  const { database, logger } = options;
  const outbound = createOutbound({
    mayReach: EVERYWHERE,
    plainHttpTo: EVERYWHERE,
    timeoutMs: DEADLINE_MS,
    maxBytes: MAX_BYTES,
  });

  async function answered(...[ctx, project]: Question) {
    const controls = await database.controls(ctx, project);
    const elements = await ask(outbound, options, graphQuestion(ctx, project, controls));
    requireAgreement(elements, controls);
    return { controls, elements };
  }

  async function controls(...question: Question): Promise<Controls> {
    try {
      return (await answered(...question)).controls;
    } catch (error) {
      if (!(error instanceof GraphFault)) throw error;
      throw unavailable("The control graph is unavailable: try again shortly", { cause: error });
    }
  }

  return {
    controls,
    ensure: async (...question) => void (await controls(...question)),
    async elements(ctx, project) {
      try {
        return (await answered(ctx, project)).elements;
      } catch (error) {
        if (!(error instanceof GraphFault)) throw error;
        logger.warn({ err: error, projectId: project.id }, "returning an empty control graph");
        return [];
      }
    },
    close: () => outbound.close(),
  };
}
