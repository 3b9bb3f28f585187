interface Named {
  title?: unknown;
  name?: unknown;
  number?: unknown;
  file_name?: unknown;
}

const isNamed = (value: unknown): value is Named => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The name of an event's subject. */
export function subjectOf({ data }: { data: Readonly<Record<string, unknown>> }): string {
  const { title, name, file_name: fileName, number } = Object.values(data).find(isNamed) ?? {};
  return [title, name, fileName, number].map(textOf).find((text) => text !== null) ?? "";
}
