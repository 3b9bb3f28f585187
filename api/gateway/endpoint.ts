import type { Route } from "../route.ts";
import type { ListShape } from "./list-shape.ts";
import type { CreatedReader } from "./require-replayable.ts";

/** A route with its related routes: `reader` reads the same path, if there is one. */
export interface Endpoint {
  route: Route;
  reader?: Route | undefined;
  /** Where its created resource can be read by id, if anywhere. */
  collection?: string | undefined;
  /** How to check that its created resource still exists for a caller. */
  createdReader?: CreatedReader | undefined;
  /** How to read its response as a table, if it is a list. */
  list?: ListShape | undefined;
}
