/** Longer ones are data: addresses, dates, amounts. */
const LONGEST = 20;

/** Whether a text is a number by itself, such as that of a page: nothing in it says what it is about. */
export const isBareNumber = (text: string): boolean => text.trim().length <= LONGEST && !/\p{L}/u.test(text);
