/** Text that PostgreSQL can store: neither NUL nor half of a surrogate pair. */
export const storableText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
