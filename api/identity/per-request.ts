import type { Request } from "express";

interface Finding<T> {
  found: Promise<T>;
  /** Nothing that comes later changes it. */
  final: boolean;
}

/**
 * Finds something out once for each request, however often it is asked for. Where it is true for the moment alone, it is
 * found out once more when the body was still on the way at the first time, because that may have taken minutes.
 */
export function perRequest<T>(
  find: (request: Request) => Promise<T>,
  { holds }: { holds: "for good" | "for the moment" },
): (request: Request) => Promise<T> {
  const findings = new WeakMap<Request, Finding<T>>();
  const begin = (request: Request): Finding<T> => {
    const finding = { found: Promise.resolve().then(work), final: holds === "for good" };
    // Called a moment later, when a request that came in one piece is known to be there whole.
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
