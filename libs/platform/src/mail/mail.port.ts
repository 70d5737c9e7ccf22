export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for the same mail, so that one sent twice after a crash can be recognised. */
  readonly messageId: string;
  /** An address whose page stops such mails, and which stops them by itself when a mail program posts to it (RFC 8058). */
  readonly unsubscribe?: string;
  /** With it the mail has an HTML part below the logo, with the same text. */
  readonly logo?: MailLogo;
}

/** The organisation's logo in a mail. */
export interface MailLogo {
  readonly png: Uint8Array;
  /** The console's own address. Lines of the text that begin with it become links; no other address does. */
  readonly console: string;
}

export interface Mailer {
  /** Resolves when the server took the mail; throws Unavailable when it is away. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
