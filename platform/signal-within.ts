/** Aborts after this time, or with the given signal if that is earlier. */
export function signalWithin(ms: number, given: AbortSignal | null | undefined): AbortSignal {
  const late = AbortSignal.timeout(ms);
  return given ? AbortSignal.any([late, given]) : late;
}
