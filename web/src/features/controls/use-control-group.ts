import { useMessage, type Message } from "../../i18n/use-message.ts";

/** A group of a catalogue in the user's language; those of imported catalogues have no translation. */
export function useControlGroup(): (category: string) => Message {
  const say = useMessage();
  return (category) => say(`controlGroup.${category.toLowerCase().replaceAll(/[^a-z]+/g, "_")}`, category);
}
