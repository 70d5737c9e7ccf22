import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { waitUntil } from '../wait-until.ts';
import { type ReadMail, readMail } from './read-mail.ts';
import { SMTPServer } from 'smtp-server';

export interface MailServer {
  readonly port: number;
  readonly mails: ReadMail[];
  /** Waits until an address has received a number of mails, and returns the newest. */
  newest(to: string, count?: number): Promise<ReadMail>;
  close(): Promise<void>;
}

/** A real SMTP server that stores the mails that it receives. Port 0 chooses a free one. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReadMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      void text(stream).then(async (raw) => {
        mails.push(await readMail(raw));
        done();
      });
    },
  });
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const to = (recipient: string) => mails.filter((mail) => mail.to === recipient);
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    mails,
    newest: async (recipient, count = 1) => {
      const found = async () => (to(recipient).length >= count ? to(recipient).at(-1) : undefined);
      return waitUntil(`${count} mails to ${recipient}`, found);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
