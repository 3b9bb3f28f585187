/** Starts a cell or a sentence with these words. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
