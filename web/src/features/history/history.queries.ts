import { queryOptions } from "@tanstack/react-query";
import type { AnswerOf } from "../../http/answer-of.ts";
import { api, dataOf } from "../../http/client.ts";

export type Event = AnswerOf<"/events">["events"][number];

/** The events of one resource. */
export interface Subject {
  id: string;
  /** Kinds, separated by commas; all by default. */
  kind?: string;
}

const PAGE_ROWS = 20;

const loadPage = ({ id, kind }: Subject, page: number, signal: AbortSignal) => {
  const query = { subject_id: id, kind, page, limit: PAGE_ROWS };
  return dataOf(api.GET("/events", { params: { query }, signal }));
};

/** The latest events. */
export const historyQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ["events", "of", subject.id],
    queryFn: ({ signal }) => loadPage(subject, 1, signal),
  });

/** The events before those; loaded again with them. */
export const olderHistory = (subject: Subject) => ({
  queryKey: ["events", "of", subject.id, "older"],
  load: (page: number, signal: AbortSignal) => loadPage(subject, page, signal),
});
