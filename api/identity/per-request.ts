import type { Request } from "express";

interface Finding<T> {
  found: Promise<T>;
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
  const findings = new WeakMap<Request, Finding<T>>();
  const begin = (request: Request): Finding<T> => {
    const finding = { found: Promise.resolve().then(work), final: holds === "permanently" };
    // Deferred briefly, until a request that arrived at once is known to be complete.
    function work(): Promise<T> {
      finding.final ||= request.complete;
      return find(request);
    }
    return finding;
  };
  return (request) => {
    const known = findings.get(request);
    if (known !== undefined && (known.final || !request.complete)) return known.found;
    const finding = begin(request);
    findings.set(request, finding);
    return finding.found;
  };
}
