/** Paths of built files. */
export interface FirstFiles {
  languages: Record<string, string[]>;
  /** A regular expression of the route's addresses, and its files. */
  routes: [path: string, files: string[]][];
}

/**
 * Requests what the page at this address needs while the console itself is loading. The build writes the source of this
 * function into a script of its own, so it must stand alone.
 */
export function beginRequests(files: FirstFiles): void {
  const { pathname } = location;
  const load = (file: string): void => {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/${file}`;
    document.head.append(link);
  };
  let kept = "";
  try {
    kept = localStorage.getItem("console.language") ?? "";
  } catch {
    // Without storage, the browser's language counts.
  }
  const wanted = [kept, ...navigator.languages.map((tag) => tag.slice(0, 2)), "en"];
  const language = wanted.find((name) => Object.hasOwn(files.languages, name)) ?? "en";
  for (const file of files.languages[language] ?? []) load(file);
  const route = files.routes.find(([path]) => new RegExp(path).test(pathname));
  for (const file of route?.[1] ?? []) load(file);
  if (pathname === "/sign-in") return;
  const project = /^\/projects\/([0-9a-f-]{36})(\/|$)/.exec(pathname)?.[1];
  const ofProject =
    project === undefined
      ? []
      : [`/api/v1/projects/${project}`, `/api/v1/auth/permissions?project_id=${project}`];
  const paths = ["/api/v1/auth/profile", ...ofProject];
  const begin = (path: string): [string, Promise<Response>] => {
    const answer = fetch(path, { headers: { "X-Console": "1" } });
    // Whoever takes it sees the failure.
    answer.catch(() => undefined);
    return [path, answer];
  };
  Object.assign(globalThis, { firstAnswers: Object.fromEntries(paths.map(begin)) });
}
