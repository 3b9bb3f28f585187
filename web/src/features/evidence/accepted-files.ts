/** The formats of evidence, as a file dialog names them. */
export const ACCEPTED_FILES = ".pdf,.docx,.doc,.xlsx,.xls,.png,.jpg,.jpeg";
