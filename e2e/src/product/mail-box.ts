import { readdirSync, readFileSync } from 'node:fs';
import { type ReadMail, readMail, waitUntil } from '@leakwatch/testing';
import type { Product } from './product.ts';

const filesIn = ({ ready }: Product, folder: string): string[] => {
  if (!readdirSync(ready.home.path).includes(folder)) return [];
  return readdirSync(ready.home.in(folder)).map((file) => readFileSync(ready.home.in(folder, file), 'utf8'));
};

/** The mail of that subject to somebody; waits for it. */
export const mailTo = (product: Product, to: string, subject: string): Promise<ReadMail> =>
  waitUntil(`the mail '${subject}' to ${to}`, async () => (await mailsTo(product, to)).find((mail) => mail.subject === subject));

/** Everything that the services have logged so far, a text for each process. */
export const logsOf = (product: Product): string[] => filesIn(product, 'logs');

/** Every mail to somebody so far. */
export async function mailsTo(product: Product, to: string): Promise<ReadMail[]> {
  const mails = await Promise.all(filesIn(product, 'mails').map(readMail));
  return mails.filter((mail) => mail.to === to);
}
