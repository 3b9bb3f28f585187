const format = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** As in "one, two or three". */
export const alternatives = (values: readonly string[]): string => format.format(values);
