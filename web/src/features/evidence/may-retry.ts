import { ApiError } from "../../http/api-error.ts";

/** A file that the API has refused is refused again, so it can only be removed; one that did not arrive can be sent again. */
export const mayRetry = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isPassing || error.status === 401;
