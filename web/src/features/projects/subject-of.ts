interface Named {
  title?: unknown;
  name?: unknown;
  number?: unknown;
}

const isNamed = (value: unknown): value is Named => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The name of an event's subject. */
export function subjectOf({ data }: { data: Readonly<Record<string, unknown>> }): string {
  const named = Object.values(data).find(isNamed);
  return textOf(named?.title) ?? textOf(named?.name) ?? textOf(named?.number) ?? "";
}
