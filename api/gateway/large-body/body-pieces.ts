/**
 * A large body is passed between threads in pieces, as JSON, because deserialising it at once would block the
 * event loop: first the fields with empty lists, then some items of a list at a time.
 */
interface BodyPiece {
  /** The field whose list continues; null for the fields. */
  list: string | null;
  value: unknown;
}

/** The most expensive item, a finding with maximum data, takes less than a millisecond to deserialise. */
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

/** Adds the next piece; returns the body so far. */
export function joinPiece(body: Record<string, unknown>, text: string): Record<string, unknown> {
  const { list, value } = JSON.parse(text) as BodyPiece;
  if (list === null) return value as Record<string, unknown>;
  (body[list] as unknown[]).push(...(value as unknown[]));
  return body;
}
