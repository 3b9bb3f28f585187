/**
 * Valid in a quoted string of OAuth (RFC 6749, 5.2; RFC 6750, 3): printable ASCII without quotation marks and
 * backslashes.
 */
export const quotable = (text: string): string => text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");
