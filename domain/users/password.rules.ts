export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

/** Words that a password must not consist of. */
const PRODUCT_NAMES = ["compliance", "compliance management service"];
/** Shorter words are no reason to call a password weak. */
const WORD_MIN = 3;
/** Repeating a unit of this length adds no strength. */
const UNIT_MIN = 5;

export interface PasswordOwner {
  email: string;
  name: string;
}

/** The form in which passwords are hashed and counted. */
const normalize = (password: string): string => password.normalize("NFKC");

/** The form in which passwords are compared with lists. */
const fold = (password: string): string => normalize(password).toLowerCase();

/** In code points. */
const lengthOf = (text: string): number => Array.from(text).length;

/** Without the characters that people add to a word to satisfy a form. */
const bareWord = (text: string): string => text.replaceAll(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, "");

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, "");

/** "abcabc" repeats "abc". */
const unitOf = (text: string): string => text.slice(0, `${text}${text}`.indexOf(text, 1));

/** "abcdefghijkl", "987654321". */
function isRun(text: string): boolean {
  const points = Array.from(text, (char) => char.codePointAt(0)!);
  const steps = new Set(points.slice(1).map((point, i) => point - points[i]!));
  return steps.size === 1 && Math.abs([...steps][0]!) <= 1;
}

/** The guessable parts of the password, in the form of the lists. */
function essences(folded: string): string[] {
  const forms = [
    folded,
    bareWord(folded),
    unitOf(folded),
    unitOf(bareWord(folded)),
    bareWord(unitOf(folded)),
  ];
  return [...new Set(forms)].filter((form) => lengthOf(form) >= WORD_MIN);
}

const isMonotonous = (folded: string): boolean => lengthOf(unitOf(folded)) < UNIT_MIN || isRun(folded);

function namesOf({ email, name }: PasswordOwner): Set<string> {
  const [mailbox = email] = email.split("@", 1);
  const names = [email, mailbox, name, ...name.split(/\s+/), ...PRODUCT_NAMES];
  return new Set(names.map((text) => lettersOf(fold(text))).filter((text) => text.length >= WORD_MIN));
}

/** Why a new password is refused: as a sentence, and as a code with its values. */
export interface PasswordProblem {
  error: string;
  reason: string;
  values?: Readonly<Record<string, number>>;
}

/**
 * Why a new password is refused; null if it is fine. There are no composition rules. `common` has case-folded
 * common passwords.
 */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  common: ReadonlySet<string>,
): PasswordProblem | null {
  const length = lengthOf(normalize(password));
  if (length < PASSWORD_MIN) {
    const values = { minimum: PASSWORD_MIN };
    return { error: `must have at least ${PASSWORD_MIN} characters`, reason: "too_short", values };
  }
  if (length > PASSWORD_MAX) {
    const values = { maximum: PASSWORD_MAX };
    return { error: `must have at most ${PASSWORD_MAX} characters`, reason: "too_long", values };
  }
  const folded = fold(password);
  const forms = essences(folded);
  const names = namesOf(owner);
  if (forms.some((form) => names.has(lettersOf(form))))
    return {
      error: "must not be your name, your e-mail address or the name of this service",
      reason: "names_you",
    };
  if (isMonotonous(folded) || forms.some((form) => common.has(form)))
    return { error: "is one of the passwords that attackers try first", reason: "common_password" };
  return null;
}
