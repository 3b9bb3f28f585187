const ENTITIES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
/** A link, a mention or a channel, with the words shown for it, if any: `<https://example.com|our site>`. */
const REFERENCE = /<([^<>|]*)(?:\|([^<>]*))?>/g;

/**
 * What the user wrote: Slack escapes `&`, `<` and `>` in messages and commands, and encloses what it
 * recognises (https://docs.slack.dev/messaging/formatting-message-text).
 */
export const plainText = (text: string): string =>
  text
    .replaceAll(REFERENCE, (_all, target: string, shown: string | undefined) => shown || target)
    .replaceAll(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity);
