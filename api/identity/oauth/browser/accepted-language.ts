import type { Request } from "express";
import { LANGUAGES, type Language } from "../../../../domain/texts/language.rules.ts";

/** The language that the browser prefers (RFC 9110, 12.5.4) of those we have; English if it accepts none of them. */
export function acceptedLanguage(request: Request): Language {
  const accepted = request.acceptsLanguages(...LANGUAGES);
  return LANGUAGES.find((language) => language === accepted) ?? "en";
}
