import { features } from "./features.ts";

/** Every table of the product. */
export const entities = features.flatMap((feature) => [...feature.entities]);
