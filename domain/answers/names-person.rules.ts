/** Parts of surnames that the expressions below need not know: O'Neill, McNeill, van der Neill. */
const SURNAME_PREFIX =
  /(?<!\p{L})(?:(?:van|von|de|der|den|del|di|da|dos|la|le|ten|ter|bin|al)[ -](?=\p{Lu}|van|de[nr]|la)|(?:Ma?c|\p{Lu}['’])(?=\p{Lu}\p{Ll}))/gu;

/** `R. Osei`: only people's names have this form. */
const INITIAL = /\b\p{Lu}\. ?(?:\p{Lu}\. ?)?\p{Lu}\p{Ll}{2,}/u;
/** "DR plan", "200 ms on" and "MS SQL" have no title. */
const TITLED = /\b(?:(?:[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof)\.? \p{Lu}\p{Ll}|(?:MRS?|MS|DR|PROF)\. \p{Lu})/u;
/**
 * Two or three capitalised words in a typical position of a name: after "by" or the like, in a cell, in a
 * list.
 */
const NAMED =
  /(?:\b(?:[Bb]y|[Ff]rom|[Tt]o|[Ww]ith|[Cc]ontact|[Aa]sk|[Cc]all|[Tt]ell)|[:;,(]) (\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,2})(?=[.,;:)]| (?:is|was|has|and|on|in|at|approved|reviewed|signed)\b|$)/gu;
/** Two or three capitalised words with an action of a person. */
const ACTING =
  /(?:^|[.!?] )(\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+){1,2}) (?:(?:is|was) (?:responsible|accountable|in charge|appointed|our)|(?:leads|owns|manages|approves|reviews|signs|decides))\b/gu;
/** Words in names of offices, teams and companies. */
const OFFICE_WORD =
  /^(?:chief|head|officer|manager|director|lead|team|board|committee|department|desk|service|security|information|data|protection|privacy|compliance|risk|human|resources|platform|engineering|customer|success|support|operations|legal|counsel|finance|internal|external|audit|auditor|executive|technology|product|quality|change|incident|response|advisory|system|systems|network|hosting|ltd|inc|gmbh|ag|llc|corp|group|cloud|services|software|europe|european|united|north|south|new|policy|plan|standard|procedure|act|regulation|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/i;

const SURNAME = /\b\p{Lu}\. ?(?:\p{Lu}\. ?)?((?:Ma?c|\p{Lu}['’])?\p{Lu}\p{Ll}{2,})/gu;

/** Surnames that follow an initial somewhere: elsewhere they stand alone. */
export const surnamesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [...text.matchAll(SURNAME)].flatMap(([, name]) => name ?? []));

/** Words at the end of account names that are not surnames. */
const ACCOUNT_WORD = /^(?:admin|administrator|customer|user|account|demo|test|owner|bot|api)$/i;

/** The surname of a person. */
function surnameOf(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? "";
  const isSurname = words.length > 1 && /^\p{Lu}[\p{L}'’-]{2,}$/u.test(last);
  return isSurname && !OFFICE_WORD.test(last) && !ACCOUNT_WORD.test(last) ? [last] : [];
}

const isPerson = (words: string): boolean => words.split(/[ -]/).every((word) => !OFFICE_WORD.test(word));

/** Without accents, which people omit, and which files write in several forms. */
const withoutMarks = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "");

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Scripts without capital letters may have no spaces either. */
const HAS_NO_CASE = /\p{Lo}/u;

/** Whether a text contains a full name. */
function containsName(text: string, name: string): boolean {
  const separator = HAS_NO_CASE.test(name) ? "" : " ";
  const join = (words: readonly string[]): string => `${separator}${words.join(separator)}${separator}`;
  const wanted = wordsIn(name);
  return wanted.length > 0 && join(wordsIn(text)).includes(join(wanted));
}

/**
 * Whether a sentence names a person: one of `people`, by full name or surname, or anyone by the form of the
 * name. False positives are better than false negatives, because answers to customers must name no one.
 */
export function namesPerson(sentence: string, people: readonly string[]): boolean {
  const text = withoutMarks(sentence);
  const names = people.map(withoutMarks);
  const plain = text.replaceAll(SURNAME_PREFIX, "");
  const capitalised = new Set(
    text.match(/\p{Lu}[\p{L}'’-]+/gu)?.map((word) => word.replace(/['’]s?$/iu, "").toLowerCase()),
  );
  return (
    names.some((name) => isPerson(name) && containsName(text, name)) ||
    names.flatMap(surnameOf).some((name) => capitalised.has(name.toLowerCase())) ||
    INITIAL.test(plain) ||
    TITLED.test(plain) ||
    [...plain.matchAll(NAMED), ...plain.matchAll(ACTING)].some(([, words = ""]) => isPerson(words))
  );
}
