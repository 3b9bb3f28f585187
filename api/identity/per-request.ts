import type { Request } from "express";

/** Finds something out once for each request, however often it is asked for. */
export function perRequest<T>(find: (request: Request) => Promise<T>): (request: Request) => Promise<T> {
  const found = new WeakMap<Request, Promise<T>>();
  return (request) => {
    const known = found.get(request);
    if (known !== undefined) return known;
    const finding = find(request);
    found.set(request, finding);
    return finding;
  };
}
