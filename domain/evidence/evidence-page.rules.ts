/** The id of a passage ends with its position in the file; null if it does not. */
export function placeOfPassage(chunkId: string): string | null {
  const [, place] = /_(\d+)(?:-\d+)?$/.exec(chunkId) ?? [];
  return place === undefined ? null : String(Number(place));
}

/**
 * The console's page for a piece of evidence, with a passage highlighted. Links in messages lead there and not to the
 * file, because the browser sends no credentials to the API when it follows one.
 */
export function evidencePage(publicUrl: string, id: string, chunkId?: string): string {
  const place = chunkId === undefined ? null : placeOfPassage(chunkId);
  return `${publicUrl}/evidence/${id}${place === null ? "" : `?passage=${place}`}`;
}
