type FirstAnswers = Record<string, Promise<Response>>;

/**
 * The response to a request that the page sent before the console was loaded; each is used once. Failures are
 * ignored, because the user may have signed in since.
 */
export async function takeFirstAnswer({ method, url }: Request): Promise<Response | null> {
  const answers = (globalThis as { firstAnswers?: FirstAnswers }).firstAnswers ?? {};
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  if (method !== "GET" || !Object.hasOwn(answers, path)) return null;
  const answer = answers[path]!;
  delete answers[path];
  return answer.then(
    (response) => (response.ok ? response : null),
    () => null,
  );
}
