import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';
import { loadSettings } from '../config/load-settings.ts';
import { coreSettings, mailSettings } from '../config/settings.ts';
import { z } from 'zod';

const settingsSchema = z.object({ ...coreSettings.pick({ LEAKWATCH_HOME: true }).shape, ...mailSettings.shape });
import type { Mail } from './mail.port.ts';
import { openMailer } from './open-mailer.ts';

const mail: Mail = {
  to: 'anna@romashka.example',
  subject: 'Найдена утечка\r\nBcc: thief@evil.example',
  text: 'Новая утечка в репозитории.\n',
  messageId: '<0001@leakwatch>',
  unsubscribe: `https://leaks.example/mails?code=${'a'.repeat(60)}`,
};

/** What must be in the message whichever way it goes. */
function expectMail(raw: string): void {
  expect(raw).toContain('To: anna@romashka.example');
  expect(raw).toContain('Message-ID: <0001@leakwatch>');
  expect(raw).not.toMatch(/^Bcc:/im);
  expect(raw.split(/\r?\n/)).toEqual(
    expect.arrayContaining([
      `List-Unsubscribe: <https://leaks.example/mails?code=${'a'.repeat(60)}>`,
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]),
  );
  const subject = /^Subject: ((?:.|\r?\n[ \t])*)/m.exec(raw)?.[1] ?? '';
  const words = [...subject.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, kind, word = '']) =>
    kind?.toUpperCase() === 'B'
      ? Buffer.from(word, 'base64')
      : Buffer.from(
          word.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ),
  );
  expect(Buffer.concat(words).toString('utf8')).toContain('Найдена утечка');
}

describe('mails', () => {
  it('go to the SMTP server where one is set', async () => {
    const got: { from: string; to: string[]; raw: string }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        const { mailFrom, rcptTo } = session.envelope;
        void text(stream).then((raw) => {
          got.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map((to) => to.address), raw });
          done();
        });
      },
    });
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const mailer = await openMailer(loadSettings(settingsSchema, { SMTP_URL: `smtp://127.0.0.1:${port}` }));
    await mailer.send(mail);
    expect(got).toEqual([{ from: 'leakwatch@localhost', to: ['anna@romashka.example'], raw: expect.any(String) }]);
    expectMail(got[0]?.raw ?? '');
    await new Promise<void>((resolve) => server.close(resolve));
    await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'mail_unavailable', status: 503 });
    await mailer.close();
  });

  it('name no address that stops them where there is none', async () => {
    const home = mkdtempSync(join(tmpdir(), 'leakwatch-mails-'));
    const mailer = await openMailer(loadSettings(settingsSchema, { LEAKWATCH_HOME: home }));
    const { unsubscribe: _, ...plain } = mail;
    await mailer.send(plain);
    const [file = ''] = readdirSync(join(home, 'mails'));
    expect(readFileSync(join(home, 'mails', file), 'utf8')).not.toContain('List-Unsubscribe');
    await mailer.close();
    rmSync(home, { recursive: true, force: true });
  });

  it('are files where none is set; one sent twice is one file', async () => {
    const home = mkdtempSync(join(tmpdir(), 'leakwatch-mails-'));
    const mailer = await openMailer(loadSettings(settingsSchema, { LEAKWATCH_HOME: home }));
    await mailer.send(mail);
    await mailer.send(mail);
    const files = readdirSync(join(home, 'mails'));
    expect(files).toHaveLength(1);
    expectMail(readFileSync(join(home, 'mails', files[0] ?? ''), 'utf8'));
    await mailer.close();
    rmSync(home, { recursive: true, force: true });
  });
});
