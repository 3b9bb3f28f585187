export const LINK_PATH = "/link";
export const LINK_MINUTES = 15;
