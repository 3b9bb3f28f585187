import type { RequestHandler } from "express";

/** What metrics call the requests below a mount point, where no route of ours tells a path. */
export const nameRoute =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.locals["route"] = name;
    next();
  };
