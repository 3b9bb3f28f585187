const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether callers who say this name something by its id: so no control may have a number like it. */
export const isIdShaped = (text: string): boolean => UUID.test(text);
