import { join } from 'node:path';
import type { z } from 'zod';
import type { CoreSettings, mailSettings } from '../config/settings.ts';
import type { Mailer } from './mail.port.ts';

type MailSettings = Pick<CoreSettings, 'LEAKWATCH_HOME'> & z.output<typeof mailSettings>;

/** SMTP where SMTP_URL is set, files in a folder otherwise. The SMTP client is loaded only when it is used. */
export async function openMailer(settings: MailSettings): Promise<Mailer> {
  const { MimeMailer } = await import('./mime-mailer.ts');
  return MimeMailer.open(
    settings.SMTP_URL === undefined ? { folder: join(settings.LEAKWATCH_HOME, 'mails') } : { url: settings.SMTP_URL },
    settings.MAIL_FROM,
  );
}
