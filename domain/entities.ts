import { features } from "./features.ts";

/** All tables of the service. */
export const entities = features.flatMap((feature) => [...feature.entities]);
