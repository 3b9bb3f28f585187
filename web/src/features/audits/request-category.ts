/** A request is a finding in this category: it is assigned, discussed and closed like any other. */
export const REQUEST_CATEGORY = "evidence-request";
