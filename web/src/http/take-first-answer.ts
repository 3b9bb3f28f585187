type FirstAnswers = Record<string, Promise<Response>>;

/** The answer to a request that the page began before the console was loaded; each is taken once. */
export function takeFirstAnswer({ method, url }: Request): Promise<Response> | undefined {
  const answers = (globalThis as { firstAnswers?: FirstAnswers }).firstAnswers;
  const { pathname, search } = new URL(url);
  const path = `${pathname}${search}`;
  if (method !== "GET" || answers === undefined || !Object.hasOwn(answers, path)) return undefined;
  const answer = answers[path];
  delete answers[path];
  return answer;
}
