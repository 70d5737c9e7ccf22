export interface ReadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  /** The header List-Unsubscribe; empty without one. */
  readonly unsubscribe: string;
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

const encodedWord = (_: string, kind: string, word: string): string =>
  (kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64') : quotedPrintable(word.replaceAll('_', ' '))).toString('latin1');

/** A mail of one text part, as nodemailer writes it. */
export function readMail(raw: string): ReadMail {
  const at = raw.search(/\r?\n\r?\n/);
  const head = raw.slice(0, at).replaceAll(/\r?\n[ \t]+/g, ' ');
  const body = raw.slice(at).trim();
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  // An encoded word may end inside a character, so the words are joined as bytes before they are decoded.
  const subject = header('Subject')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, encodedWord);
  const coding = header('Content-Transfer-Encoding').toLowerCase();
  const bytes = coding === 'base64' ? Buffer.from(body, 'base64') : coding === 'quoted-printable' ? quotedPrintable(body) : body;
  return {
    to: header('To'),
    messageId: header('Message-ID'),
    unsubscribe: header('List-Unsubscribe'),
    subject: Buffer.from(subject, 'latin1').toString('utf8'),
    text: typeof bytes === 'string' ? bytes : bytes.toString('utf8'),
  };
}

/** The first link in a mail's text. */
export function linkIn(mail: ReadMail): URL {
  const found = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (found === undefined) throw new Error(`no link in the mail '${mail.subject}'`);
  return new URL(found);
}
