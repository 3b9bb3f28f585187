import type { RequestHandler } from "express";

/** The route label for requests below a mount point that has no routes of ours. */
export const nameRoute =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.locals["route"] = name;
    next();
  };
