interface Named {
  title?: unknown;
  name?: unknown;
  number?: unknown;
  file_name?: unknown;
}

const isNamed = (value: unknown): value is Named => typeof value === "object" && value !== null;
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

const nameOf = ({ title, name, file_name: fileName, number }: Named): string | undefined =>
  [title, name, fileName, number].map(textOf).find((text) => text !== null) ?? undefined;

/** The name of an event's subject, the first part of it that has one. */
export const subjectOf = ({ data }: { data: Readonly<Record<string, unknown>> }): string =>
  Object.values(data)
    .filter(isNamed)
    .map(nameOf)
    .find((name) => name !== undefined) ?? "";
