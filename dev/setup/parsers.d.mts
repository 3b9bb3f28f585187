/** Whether extraction/dist was bundled from the current sources, in this place. */
export function areParsersFresh(): boolean;
