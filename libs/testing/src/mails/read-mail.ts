import PostalMime from 'postal-mime';

export interface ReadMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The HTML part; empty in a mail of text alone. */
  readonly html: string;
  /** The pictures inside the mail: Content-ID to content. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  readonly messageId: string;
  /** The header List-Unsubscribe; empty without one. */
  readonly unsubscribe: string;
}

/** A mail as a mail program reads it. */
export async function readMail(raw: string): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' });
  const pictures = mail.attachments.flatMap(({ contentId, content, related }) =>
    related === true && typeof content !== 'string' ? [[contentId ?? '', new Uint8Array(content)] as const] : [],
  );
  return {
    to: mail.to?.[0]?.address ?? '',
    messageId: mail.messageId ?? '',
    unsubscribe: mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '',
    subject: mail.subject ?? '',
    text: (mail.text ?? '').trim(),
    html: mail.html ?? '',
    pictures: new Map(pictures),
  };
}

/** The first link in a mail's text. */
export function linkIn(mail: ReadMail): URL {
  const found = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (found === undefined) throw new Error(`no link in the mail '${mail.subject}'`);
  return new URL(found);
}
