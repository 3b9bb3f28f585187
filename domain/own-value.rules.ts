/** The record's own entry with that name: a name from outside may be `constructor`, which every object inherits. */
export const ownValue = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
