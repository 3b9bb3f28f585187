import type { Request } from "express";

interface Computation<T> {
  value: Promise<T>;
  /** Whether the result cannot change later. */
  final: boolean;
}

/**
 * Computes a value once per request, however often it is requested. A value that may change is computed again
 * if the body was still being received the first time, because that can take minutes.
 */
export function perRequest<T>(
  find: (request: Request) => Promise<T>,
  { holds }: { holds: "permanently" | "for now" },
): (request: Request) => Promise<T> {
  const computations = new WeakMap<Request, Computation<T>>();
  const begin = (request: Request): Computation<T> => {
    const computation = { value: Promise.resolve().then(work), final: holds === "permanently" };
    // Deferred briefly, until a request that arrived at once is known to be complete.
    function work(): Promise<T> {
      computation.final ||= request.complete;
      return find(request);
    }
    return computation;
  };
  return (request) => {
    const known = computations.get(request);
    if (known !== undefined && (known.final || !request.complete)) return known.value;
    const computation = begin(request);
    computations.set(request, computation);
    return computation.value;
  };
}
