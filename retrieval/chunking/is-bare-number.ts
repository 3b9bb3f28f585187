/** Longer ones are data: addresses, dates, amounts. */
const LONGEST = 20;

/** Whether a text is only a number, such as a page number, without any description. */
export const isBareNumber = (text: string): boolean => text.trim().length <= LONGEST && !/\p{L}/u.test(text);
