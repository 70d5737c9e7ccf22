import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import { sha256Hex } from '../crypto/ids.ts';
import { Unavailable } from '../errors/leakwatch-error.ts';
import { htmlOfText, LOGO_CID } from './html-of-text.ts';
import type { Mail, Mailer, MailLogo } from './mail.port.ts';

const SMTP_MS = 15_000;

/** On one line each: a program that reads them may not join folded ones. An address of URL has no line break. */
const unsubscribeHeaders = (address: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${new URL(address).href}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
});

/** The same text with the logo above it; the picture is part of the mail. */
const withLogo = (text: string, logo: MailLogo) => ({
  html: htmlOfText(text, logo),
  attachments: [
    {
      filename: 'logo.png',
      content: Buffer.from(logo.png),
      contentType: 'image/png',
      cid: LOGO_CID,
      contentDisposition: 'inline' as const,
    },
  ],
});

/** Mails as MIME, to an SMTP server or as `.eml` files. */
export class MimeMailer implements Mailer {
  private readonly transport: Transporter;
  private readonly from: string;
  private readonly folder: string | undefined;

  private constructor(transport: Transporter, from: string, folder: string | undefined) {
    this.transport = transport;
    this.from = from;
    this.folder = folder;
  }

  static open(to: { url: string } | { folder: string }, from: string): MimeMailer {
    if ('folder' in to) return new MimeMailer(createTransport({ streamTransport: true, buffer: true }), from, to.folder);
    return new MimeMailer(
      createTransport({ url: to.url, connectionTimeout: SMTP_MS, greetingTimeout: SMTP_MS, socketTimeout: SMTP_MS }),
      from,
      undefined,
    );
  }

  async send(mail: Mail): Promise<void> {
    const message = {
      from: this.from,
      to: mail.to,
      subject: mail.subject.replaceAll(/[\r\n]+/g, ' '),
      text: mail.text,
      messageId: mail.messageId,
      ...(mail.logo !== undefined && withLogo(mail.text, mail.logo)),
      ...(mail.unsubscribe !== undefined && { headers: unsubscribeHeaders(mail.unsubscribe) }),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
    const sent: unknown = await this.transport.sendMail(message).catch((error: unknown) => {
      throw new Unavailable('mail_unavailable', error);
    });
    if (this.folder !== undefined) await this.keep(this.folder, mail.messageId, sent);
  }

  async close(): Promise<void> {
    this.transport.close();
  }

  private async keep(folder: string, messageId: string, sent: unknown): Promise<void> {
    if (typeof sent !== 'object' || sent === null || !('message' in sent) || !Buffer.isBuffer(sent.message)) return;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${sha256Hex(messageId).slice(0, 32)}.eml`), sent.message, { mode: 0o600 });
  }
}
