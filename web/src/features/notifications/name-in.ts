const NAMES = ["title", "name", "file_name", "url", "kind"] as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The name of an event's subject: the first there is, because a comment or a membership has none of its own. */
export function nameIn(data: Readonly<Record<string, unknown>>): string {
  const names = Object.values(data)
    .filter(isObject)
    .flatMap((fields) => NAMES.map((name) => fields[name]));
  return names.find((name): name is string => typeof name === "string" && name !== "") ?? "";
}
