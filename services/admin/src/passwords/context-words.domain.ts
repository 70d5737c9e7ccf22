/** Whose password it is: words that are easy to guess for an attacker who knows the account. */
export interface PasswordOwner {
  readonly email: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  /** The organisation's name, if any. */
  readonly company: string | null;
}

const PRODUCT = 'leakwatch';
/** Shorter words are part of other words by chance. */
const WORD_MIN = 4;
/** Characters that a password must have apart from such words: a year and a punctuation mark are guessed in seconds. */
const OWN_PART_MIN = 8;

/** The context words (ASVS 5.0, 6.1.2): the product, and the words of e-mail, names and organisation. Longest first. */
export function contextWords({ email, username, first_name, last_name, company }: PasswordOwner): readonly string[] {
  const words = [email, username, first_name, last_name, company ?? '']
    .join(' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return [...new Set([PRODUCT, ...words])].filter((word) => word.length >= WORD_MIN).toSorted((a, b) => b.length - a.length);
}

/** Whether a password contains little more than context words. */
export function leansOnContext(password: string, owner: PasswordOwner): boolean {
  const typed = password.toLowerCase();
  const own = contextWords(owner).reduce((rest, word) => rest.replaceAll(word, ''), typed);
  return own.length < typed.length && own.length < OWN_PART_MIN;
}
