/** Stands for controls without an owner in the address. */
export const NOBODY = "nobody";
