import { LOCALES, type Locale } from '@leakwatch/vocabulary';

/** Why a person gets the mail: as a recipient of the task, or because of the notification settings. */
export type ReadingReason = 'recipient' | 'subscribed';

export interface DigestReader {
  readonly email: string;
  readonly locale: Locale;
  readonly reason: ReadingReason;
}

interface Known {
  /** Languages of the recipients that have an account. */
  readonly locales: Readonly<Record<string, Locale>>;
  readonly subscribed: readonly { readonly email: string; readonly locale: Locale }[];
}

/** A task's recipients and the subscribed, each address once without regard to letter case; recipients first. */
export function uniteReaders(recipients: readonly string[], { locales, subscribed }: Known): readonly DigestReader[] {
  const readers = [
    ...recipients.map((email): DigestReader => ({ email, locale: locales[email] ?? LOCALES[0], reason: 'recipient' })),
    ...subscribed.map((account): DigestReader => ({ ...account, reason: 'subscribed' })),
  ];
  const seen = new Set<string>();
  return readers.filter(({ email }) => {
    const key = email.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
