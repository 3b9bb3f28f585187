import type { LinkProps } from "@tanstack/react-router";

/** A search result to open. */
export interface Find {
  key: string;
  kind: "page" | "project" | "person" | "control" | "passage";
  text: string;
  note?: string;
  /** A passage as HTML, with the words of the query in `<mark>`. */
  highlight?: string;
  to: LinkProps["to"];
  params?: Record<string, string>;
  search?: Record<string, string>;
}
