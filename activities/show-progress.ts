import { Context } from "@temporalio/activity";

const shown = new WeakMap<Context, () => object>();

/** Shows operators the progress of the running activity with each of its heartbeats. */
export const showProgress = (progress: () => object): void => void shown.set(Context.current(), progress);

export const progressOf = (context: Context): object | undefined => shown.get(context)?.();
