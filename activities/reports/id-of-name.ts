import { v5 } from "uuid";

const NAMES = "6f1b7c0e-52a4-4d0e-9a53-0d6f3f6f8d11";

/** The UUIDv5 of a name: always the same for the same name. */
export const idOfName = (name: string): string => v5(name, NAMES);
