const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether callers mean an id by this text: no control may have a number of this shape. */
export const isIdShaped = (text: string): boolean => UUID.test(text);
