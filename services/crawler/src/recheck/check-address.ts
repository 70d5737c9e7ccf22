import type { Rechecked, SoughtDocument } from '@leakwatch/contracts';
import type { DocumentAddresses } from '@leakwatch/rules';
import { type GuardedAnswer, getGuarded, LeakwatchError, RequestFailed } from '@leakwatch/platform';
import type { FindLines } from '../screening/holds-lines.ts';
import { compareDocument } from './same-document.ts';

/** For the whole answer: a person waits for it. */
const ANSWER_MS = 15_000;
/** As much as is kept of a document: a larger one cannot be compared with what was found. */
const ANSWER_BYTES = 16 * 1024 * 1024;

/** Statuses with which the sites say that a document is not public, or not any more; 451: for legal reasons. */
const GONE: ReadonlySet<number> = new Set([404, 410, 451]);
/** GitLab leads to its sign-in where a project is not public. */
const SIGN_IN = /^(?:https:\/\/gitlab\.com)?\/users\/sign_in(?:$|[?#])/;

/**
 * Reads a document at its public address, without credentials, redirects and proxies. One that was changed or taken away is looked for in the commit in
 * which it was found: sites go on showing that to everybody. Throws recheck_unanswered, recheck_refused, recheck_too_large, recheck_not_offered.
 */
export async function checkAddress(
  { url, was }: DocumentAddresses,
  sought: SoughtDocument,
  { find, allowPrivateAddresses }: { readonly find: FindLines; readonly allowPrivateAddresses: boolean },
): Promise<Rechecked> {
  const asked = async (address: string) => judge(await read(address, allowPrivateAddresses), sought, find);
  const present = await asked(url);
  const isInHistory = present !== 'there' && was !== null && (await asked(was)) === 'there';
  return { answer: isInHistory ? 'history' : present, as_of: new Date().toISOString() };
}

async function read(url: string, allowPrivateAddresses: boolean): Promise<GuardedAnswer> {
  try {
    const headers = { 'user-agent': 'leakwatch' };
    return await getGuarded({ url, headers, allowPrivateAddresses, timeoutMs: ANSWER_MS, answerBytes: ANSWER_BYTES });
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    throw new LeakwatchError('recheck_unanswered', 503, { level: 'warn', cause: error });
  }
}

/** A limit, a failure and a page of another kind say nothing of the document. */
async function judge({ status, location, body }: GuardedAnswer, sought: SoughtDocument, find: FindLines): Promise<Rechecked['answer']> {
  if (GONE.has(status) || (status === 302 && SIGN_IN.test(location ?? ''))) return 'gone';
  if (status !== 200) throw new LeakwatchError('recheck_refused', 503, { level: 'warn' });
  if (body === null) throw new LeakwatchError('recheck_too_large', 409);
  return compareDocument(body, sought, find);
}
