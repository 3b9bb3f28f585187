/**
 * A large body crosses from thread to thread in pieces, as JSON, because taking one over holds up everybody meanwhile:
 * the fields with empty lists, then some items of a list at a time.
 */
interface BodyPiece {
  /** The field whose list goes on; null for the fields. */
  list: string | null;
  value: unknown;
}

/** The costliest item, a finding with all the data it may have, is taken over in less than a millisecond. */
const ITEMS_EACH = 10;

const textOf = (piece: BodyPiece): string => JSON.stringify(piece);

export function* piecesOf(body: Readonly<Record<string, unknown>>): Generator<string> {
  const lists = Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value as unknown[]] as const] : [],
  );
  yield textOf({ list: null, value: { ...body, ...Object.fromEntries(lists.map(([name]) => [name, []])) } });
  for (const [list, items] of lists)
    for (let from = 0; from < items.length; from += ITEMS_EACH)
      yield textOf({ list, value: items.slice(from, from + ITEMS_EACH) });
}

/** Puts the next piece where it belongs; answers the body as far as it has come. */
export function joinPiece(body: Record<string, unknown>, text: string): Record<string, unknown> {
  const { list, value } = JSON.parse(text) as BodyPiece;
  if (list === null) return value as Record<string, unknown>;
  (body[list] as unknown[]).push(...(value as unknown[]));
  return body;
}
