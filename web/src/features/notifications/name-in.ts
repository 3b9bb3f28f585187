const NAMES = ["title", "name", "file_name", "url", "kind"] as const;

/** The name of an event's subject. */
export function nameIn(data: Readonly<Record<string, unknown>>): string {
  const [first] = Object.values(data).filter((value) => typeof value === "object" && value !== null);
  const fields = (first ?? {}) as Record<string, unknown>;
  const found = NAMES.map((name) => fields[name]).find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "";
}
