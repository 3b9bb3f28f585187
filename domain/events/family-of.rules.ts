/** The group of a kind of event: `evidence` of `evidence.uploaded`. */
export function familyOf(kind: string): string {
  const [family = kind] = kind.split(".", 1);
  return family;
}
