/** Text that PostgreSQL can store: neither NUL nor half of a surrogate pair. */
export const storableText = (text: string): string => text.replaceAll("\0", "").toWellFormed();
