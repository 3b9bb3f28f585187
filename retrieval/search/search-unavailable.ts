import { unavailable, type AppError } from "../../platform/errors.ts";

/** 503 while the index does not answer. */
export const searchUnavailable = (cause?: unknown): AppError =>
  unavailable("Search is unavailable", {
    details: { reason: "search_unavailable" },
    cause,
  });
