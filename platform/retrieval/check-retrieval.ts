const PATIENCE_MS = 1_500;

/** Resolves if the search service is ready. Its health route reports what is missing. */
export async function checkRetrieval(retrievalUrl: string): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(new URL("/ready", retrievalUrl), { signal });
  await response.body?.cancel();
  if (response.status !== 200) throw new Error(`The search service answered ${response.status}`);
}
