type Defined<T> = { [F in keyof T]?: Exclude<T[F], undefined> };

/** The fields that have a value; null is one. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
