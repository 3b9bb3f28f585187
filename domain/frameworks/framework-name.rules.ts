/** Proper names, the same in every language. */
const NAMES: Readonly<Record<string, string>> = { soc2: "SOC 2", iso27001: "ISO/IEC 27001" };

/** An imported framework is shown by its id. */
export const frameworkName = (id: string): string => NAMES[id] ?? id;
