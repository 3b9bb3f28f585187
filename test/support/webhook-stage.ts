import { afterEach, beforeEach } from "@jest/globals";
import type { AnswerData } from "./answer-types.ts";
import type { Product, SignedIn } from "./product.ts";
import { startProductForFile } from "./product-for-file.ts";
import { stopAfterAll } from "./stop-after-all.ts";
import { waitFor } from "./wait-for.ts";
import { startReceiver, type Received, type Receiver } from "./webhook-receiver.ts";
import { startWebhookWorker } from "./webhook-worker.ts";

const WAIT_MS = 30_000;

export interface Subscribed {
  id: string;
  secret: string;
}

export type DeliveryRow = AnswerData<"get", `/api/v1/webhooks/${string}/deliveries/${string}`>;
type ListedDelivery = AnswerData<"get", `/api/v1/webhooks/${string}/deliveries`>["deliveries"][number];

export interface WebhookStage {
  product: Product;
  /** A new user for each test, so that tests do not receive each other's events. */
  customer: SignedIn;
  receiver: Receiver;
  /** A webhook of the user at the receiver. */
  subscribe(who?: SignedIn, body?: object): Promise<Subscribed>;
  createProject(who?: SignedIn, body?: object): Promise<string>;
  /** The arrivals, once there are this many. */
  arrivals(count: number): Promise<Received[]>;
  deliveries(webhookId: string, who?: SignedIn): Promise<ListedDelivery[]>;
  /** The latest delivery with its attempts, once it matches. */
  delivery(webhookId: string, isReady: (delivery: ListedDelivery) => boolean): Promise<DeliveryRow>;
  /** The same, once it has ended. */
  ended(webhookId: string): Promise<DeliveryRow>;
}

const isOver = ({ status }: ListedDelivery) => ["delivered", "dead", "cancelled"].includes(status);

/**
 * The product with webhooks, which may reach this machine, for a whole test file: call it at the top. Each test gets a
 * receiver.
 */
export async function setUpWebhooks({ worker = true }: { worker?: boolean } = {}): Promise<WebhookStage> {
  const product = await startProductForFile({ environment: { WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" } });
  if (worker) await stopAfterAll(startWebhookWorker(product.config));
  const path = (id: string) => `/api/v1/webhooks/${id}/deliveries` as const;
  const stage = {
    product,
    async subscribe(who = stage.customer, body = {}) {
      const wanted = { url: stage.receiver.url, events: ["project.created"], ...body };
      const { status, data, body: whole } = await who.send("POST", "/api/v1/webhooks", wanted);
      if (status !== 201) throw new Error(JSON.stringify(whole));
      return data;
    },
    async createProject(who = stage.customer, body = {}) {
      const { data } = await who.send("POST", "/api/v1/projects", { name: "P", framework: "soc2", ...body });
      return data.id;
    },
    arrivals: (count) =>
      waitFor(
        () => Promise.resolve(stage.receiver.received),
        (all) => all.length >= count,
        WAIT_MS,
      ),
    async deliveries(webhookId, who = stage.customer) {
      const { data } = await who.get(path(webhookId));
      return data.deliveries;
    },
    async delivery(webhookId, isReady) {
      const [found] = await waitFor(
        () => stage.deliveries(webhookId),
        ([latest]) => latest !== undefined && isReady(latest),
        WAIT_MS,
      );
      return (await stage.customer.get(`${path(webhookId)}/${found!.id}`)).data;
    },
    ended: (webhookId) => stage.delivery(webhookId, isOver),
  } as Partial<WebhookStage> as WebhookStage;

  beforeEach(async () => {
    stage.receiver = await startReceiver();
    stage.customer = await product.signIn("customer");
  });
  afterEach(() => stage.receiver.stop());
  return stage;
}
