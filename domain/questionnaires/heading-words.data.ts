/*
 * The usual words in the headings of questionnaires: English, German, French, Spanish, Italian, Portuguese,
 * Dutch, Polish, Swedish. Parts of regular expressions, without capital letters.
 */

export const ANSWERS = [
  "answers?|responses?|repl(?:y|ies)",
  "\\p{L}*antwort(?:en)?|antworttext",
  "réponses?|reponses?",
  "respuestas?|rispost[ae]|respostas?",
  "antwoord(?:en)?|odpowied(?:ź|zi)|svar",
].join("|");

export const COMMENTS = [
  "comments?|explanation|remarks?",
  "kommentare?|bemerkung(?:en)?|anmerkung(?:en)?|erläuterung(?:en)?|stellungnahmen?",
  "commentaires?|remarques?",
  "comentarios?|observaciones|comment[oi]|comentários?|observações",
  "opmerking(?:en)?|toelichting|uwagi|komentarze?|kommentar(?:er)?",
].join("|");

export const QUESTIONS = [
  "questions?",
  "\\p{L}*fragen?|fragestellung(?:en)?|fragetext",
  "preguntas?|domand[ae]|perguntas?",
  "vra(?:ag|gen)|pytani[ae]|fråg(?:a|or)",
].join("|");

export const REQUIREMENTS = [
  "requirements?|inquir(?:y|ies)|quer(?:y|ies)",
  "anforderung(?:en)?",
  "exigences?|requisitos?|requisit[oi]",
  "eis(?:en)?|vereisten?|wymagani[ae]|krav",
].join("|");

export const CONTROLS = [
  "controls?|criteri(?:a|on)|description",
  "kontrollen?|kriteri(?:um|en)|beschreibung(?:en)?|maßnahmen?",
  "contrôles?|critères?",
  "controles?|criterios?|descripción|controll[oi]|criteri|descrizione|critérios?|descrição",
  "beheersmaatregel(?:en)?|beschrijving|opis|beskrivning",
].join("|");

/** What is counted, named or classified in a column beside the entries: `Question ID`, `Frage Nr.`. */
export const AFTER_ENTRY =
  "ids?|identifiers?|kennung|nos?|nr|numbers?|nummer|ref|references?|codes?|types?|typ|art|options?|optionen|categor(?:y|ies)|kategorie|domain|bereich|family|status|weight|gewicht(?:ung)?|owner|date|datum";

/** The same before the entry: `N° de question`, `Tipo de respuesta`. */
export const BEFORE_ENTRY =
  "n[°ºo]|nr|núm|numéro|número|numero|id|réf|référence|referencia|code|código|codice|type|tipo|catégorie|categoría|categoria|art|status|statut|estado|date|fecha";
