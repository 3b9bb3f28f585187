import type { IHookFunctions } from "n8n-workflow";

const SEEN_MAX = 200;

/** What a trigger knows of the webhook that it registered. */
export interface Subscription {
  id: string;
  secret: string;
  /** The latest `webhook-id`s, so that a try that is made again starts nothing. */
  seen: string[];
}

type Keeper = Pick<IHookFunctions, "getNodeWebhookUrl" | "getWorkflowStaticData">;

/** The address that n8n listens at: another one while somebody tries the workflow in the editor. */
export const addressOf = (keeper: Keeper): string => keeper.getNodeWebhookUrl("default") ?? "";

/** By address: a workflow that is active and tried at the same time has two. */
function allOf(keeper: Pick<Keeper, "getWorkflowStaticData">): Record<string, Subscription> {
  const data = keeper.getWorkflowStaticData("node");
  data["subscriptions"] ??= {};
  return data["subscriptions"] as Record<string, Subscription>;
}

export const readSubscription = (keeper: Keeper): Subscription | undefined =>
  allOf(keeper)[addressOf(keeper)];

/** For a request: n8n does not tell a node which of the two addresses it came to. */
export const readSubscriptions = (keeper: Pick<Keeper, "getWorkflowStaticData">): Subscription[] =>
  Object.values(allOf(keeper));

export function keepSubscription(keeper: Keeper, subscription: Subscription | undefined): void {
  if (subscription === undefined) delete allOf(keeper)[addressOf(keeper)];
  else allOf(keeper)[addressOf(keeper)] = subscription;
}

/** Notes a `webhook-id`; false when it was there. */
export function isNew(subscription: Subscription, id: string): boolean {
  if (subscription.seen.includes(id)) return false;
  // A new array: n8n notices changes by assignments.
  subscription.seen = [...subscription.seen, id].slice(-SEEN_MAX);
  return true;
}
