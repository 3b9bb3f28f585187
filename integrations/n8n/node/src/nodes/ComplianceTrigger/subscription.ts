import type { IHookFunctions } from "n8n-workflow";

const SEEN_MAX = 200;

/** The trigger's record of the webhook that it registered. */
export interface Subscription {
  id: string;
  secret: string;
  /** The latest `webhook-id`s, so that a repeated delivery starts nothing. */
  seen: string[];
}

type Keeper = Pick<IHookFunctions, "getNodeWebhookUrl" | "getWorkflowStaticData">;

/** The URL at which n8n listens; testing the workflow in the editor uses another one. */
export const addressOf = (keeper: Keeper): string => keeper.getNodeWebhookUrl("default") ?? "";

/** By URL: a workflow that is active and being tested has two. */
function allOf(keeper: Pick<Keeper, "getWorkflowStaticData">): Record<string, Subscription> {
  const data = keeper.getWorkflowStaticData("node");
  data["subscriptions"] ??= {};
  return data["subscriptions"] as Record<string, Subscription>;
}

export const readSubscription = (keeper: Keeper): Subscription | undefined =>
  allOf(keeper)[addressOf(keeper)];

/** For a request: n8n does not report which of the two URLs received it. */
export const readSubscriptions = (keeper: Pick<Keeper, "getWorkflowStaticData">): Subscription[] =>
  Object.values(allOf(keeper));

export function keepSubscription(keeper: Keeper, subscription: Subscription | undefined): void {
  if (subscription === undefined) delete allOf(keeper)[addressOf(keeper)];
  else allOf(keeper)[addressOf(keeper)] = subscription;
}

/** Records a `webhook-id`; false if it was recorded before. */
export function isNew(subscription: Subscription, id: string): boolean {
  if (subscription.seen.includes(id)) return false;
  // A new array, because n8n detects changes by assignment.
  subscription.seen = [...subscription.seen, id].slice(-SEEN_MAX);
  return true;
}
