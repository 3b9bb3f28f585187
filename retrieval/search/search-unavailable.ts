import { AppError } from "../../platform/errors.ts";

/** 503 while the index does not answer. */
export const searchUnavailable = (cause?: unknown): AppError =>
  new AppError("SERVICE_UNAVAILABLE", "Search is unavailable", {
    details: { reason: "search_unavailable" },
    cause,
  });
