export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for the same mail, so that one sent twice after a crash can be recognised. */
  readonly messageId: string;
}

export interface Mailer {
  /** Resolves when the server took the mail; throws Unavailable when it is away. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
