import type { Request, Response } from "express";

/** The response to a request; throws for a request that Express did not receive. */
export function responseOf({ res }: Request): Response {
  if (res === undefined) throw new Error("the request has no response: Express did not receive it");
  return res;
}
