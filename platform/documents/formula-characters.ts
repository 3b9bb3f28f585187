/** A cell that begins with one of these runs as a formula in a spreadsheet; some programs also accept the full-width forms. */
export const FORMULA_CHARACTERS = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
