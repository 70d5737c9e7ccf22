import { invitationHash, isInvitation } from '@leakwatch/rules';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { ChannelReader } from '../../upstreams/telegram/channel-reader.ts';
import { isSmallGroup } from '../../upstreams/telegram/chat-peer.ts';
import { readPart } from '../../upstreams/telegram/file-reader.ts';
import { errorName, refusalOf } from '../../upstreams/telegram/telegram-refusal.ts';
import type { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import type { FetchedDocument } from '../unit-source.port.ts';
import { FILE_MAX, PART, RESOURCE } from './telegram-limits.ts';
import type { FileHint, FileLocation, Hint } from './telegram-state.ts';

/** With what a document is fetched. */
export interface Means {
  readonly sessions: TelegramSessions;
  readonly access: Access;
  readonly signal: AbortSignal;
}

/** The document of a hint. Text was in the answer already; a file is downloaded in parts. */
export async function fetchMessage(hint: Hint, means: Means): Promise<FetchedDocument> {
  const { path, author, date, url } = hint;
  const commit = { id: path.split('/', 1)[0] ?? path, author, committedAt: new Date(date * 1000) };
  const document = { path, commit, urlAt: () => url };
  if (hint.kind === 'text') return { ...document, bytes: Buffer.from(hint.text) };
  if (!hint.isText) return { ...document, bytes: undefined, unread: 'not_text' };
  if (hint.size > FILE_MAX) return { ...document, bytes: undefined, unread: 'oversize' };
  const bytes = await download(hint, means);
  return bytes === null ? { ...document, bytes: undefined, unread: 'gone' } : { ...document, bytes };
}

/** null where the file is not there any more. */
async function download(hint: FileHint, means: Means): Promise<Buffer | null> {
  const isOwn = hint.seen.account === means.access.account;
  if (isOwn) {
    const bytes = await readAll(hint.seen.location, hint, means);
    if (bytes !== 'expired') return bytes;
  }
  // Where a file is, is valid for one account and for a time: the message says it anew.
  const location = await locate(hint, means);
  const bytes = location === null ? null : await readAll(location, hint, means);
  if (bytes === 'expired') throw new UpstreamError('unavailable', { text: 'the place of a file expired at once' });
  return bytes;
}

async function readAll(
  location: FileLocation,
  { size }: FileHint,
  { sessions, access, signal }: Means,
): Promise<Buffer | 'expired' | null> {
  const parts: Buffer[] = [];
  try {
    const session = await sessions.at(location.centre, access, signal);
    for (let offset = 0; offset < size; offset += PART) {
      await access.spend(RESOURCE.file);
      const part = await readPart(session, location, offset, PART);
      parts.push(part);
      if (part.length < Math.min(PART, size - offset)) throw new UpstreamError('broken_answer', { text: 'a file ends too early' });
    }
  } catch (error) {
    signal.throwIfAborted();
    const name = errorName(error) ?? '';
    if (/^FILE_?REF/.test(name)) return 'expired';
    if (/^(?:FILE_ID_INVALID|LOCATION_INVALID)/.test(name)) return null;
    throw refusalOf(error, RESOURCE.file);
  }
  return Buffer.concat(parts).subarray(0, size);
}

/** Where the file is for this account; null where the message has it no more. */
async function locate({ channel, hashes, message, seen }: FileHint, { sessions, access, signal }: Means): Promise<FileLocation | null> {
  let resource: string = RESOURCE.history;
  try {
    // Its number of the message is that of another account; this one lists the group anew.
    if (isSmallGroup(channel.id) && seen.account !== access.account)
      throw new UpstreamError('unavailable', { text: 'another account has listed the small group' });
    const reader = new ChannelReader(await sessions.of(access, signal));
    let accessHash = hashes[access.account ?? ''];
    if (accessHash === undefined) {
      resource = isInvitation(channel.name) ? RESOURCE.invite : RESOURCE.resolve;
      await access.spend(resource);
      const found = isInvitation(channel.name) ? await reader.invited(invitationHash(channel.name)) : await reader.resolve(channel.name);
      // A member fetches it later.
      if (found === null) throw new UpstreamError('unavailable', { text: 'the account is no member of the channel' });
      if (found.id !== channel.id) return null;
      ({ accessHash } = found);
    }
    resource = RESOURCE.history;
    await access.spend(resource);
    const file = (await reader.message({ id: channel.id, accessHash }, message))?.file ?? null;
    return file === null || file.id !== seen.location.id ? null : file;
  } catch (error) {
    signal.throwIfAborted();
    throw refusalOf(error, resource);
  }
}
