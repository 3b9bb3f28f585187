/** The name of a field in the API: `redirect_uris` for `redirectUris`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
