import type { RequestHandler } from "express";
import { refused } from "../errors.ts";

/** Answers 405, and OPTIONS if it is among them, with the methods that the path supports. */
export function refuseOtherMethods(...allowed: readonly string[]): RequestHandler {
  return (request, response, next) => {
    response.set("Allow", allowed.join(", "));
    if (request.method === "OPTIONS" && allowed.includes("OPTIONS")) return void response.status(204).end();
    const message = `${request.method} is not supported here; use ${allowed.join(" or ")}`;
    next(refused(405, "method", message));
  };
}
