import type { FetchedDocument } from '../unit-source.port.ts';
import { downloadFile, type Means } from './download-file.ts';
import { FILE_MAX } from './telegram-limits.ts';
import type { Hint } from './telegram-state.ts';

/** The document of a hint. Text was in the answer already; a file is downloaded in parts. */
export async function fetchMessage(hint: Hint, means: Means): Promise<FetchedDocument> {
  const { path, author, date, url } = hint;
  const commit = { id: path.split('/', 1)[0] ?? path, author, committedAt: new Date(date * 1000) };
  const document = { path, commit, urlAt: () => url };
  if (hint.kind === 'text') return { ...document, bytes: Buffer.from(hint.text) };
  if (!hint.isText) return { ...document, bytes: undefined, unread: 'not_text' };
  if (hint.size > FILE_MAX) return { ...document, bytes: undefined, unread: 'oversize' };
  const bytes = await downloadFile(hint, means);
  return bytes === null ? { ...document, bytes: undefined, unread: 'gone' } : { ...document, bytes };
}
