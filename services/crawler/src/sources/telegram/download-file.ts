import { isInvitation, invitationHash } from '@leakwatch/rules';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { Access } from '../../accounts/access.port.ts';
import type { KeptParts } from '../../evidence/keep-parts.ts';
import { ChannelReader } from '../../upstreams/telegram/channel-reader.ts';
import { isSmallGroup } from '../../upstreams/telegram/chat-peer.ts';
import { readPart } from '../../upstreams/telegram/file-reader.ts';
import { errorName, refusalOf } from '../../upstreams/telegram/telegram-refusal.ts';
import type { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import { unavailableIfOutside } from './outside.ts';
import { PART, RESOURCE } from './telegram-limits.ts';
import type { FileHint, FileLocation } from './telegram-state.ts';

/** With what a document is fetched. */
export interface Means {
  readonly sessions: TelegramSessions;
  readonly parts: KeptParts;
  readonly access: Access;
  readonly signal: AbortSignal;
}

/**
 * Downloads a file in parts; null where it is not there any more. Parts that were read before an interruption, by whichever account and process, are not asked for
 * again.
 */
export async function downloadFile(hint: FileHint, means: Means): Promise<Buffer | null> {
  const file = await Download.begin(hint, means.parts);
  const isOwn = hint.seen.account === means.access.account;
  let outcome = file.isWhole ? 'whole' : isOwn ? await readRest(file, hint.seen.location, means) : 'expired';
  if (outcome === 'expired') {
    // Where a file is, is valid for one account and for a time: the message says it anew.
    const location = await locate(hint, means);
    outcome = location === null ? 'gone' : await readRest(file, location, means);
  }
  if (outcome === 'expired') throw new UpstreamError('unavailable', { text: 'the place of a file expired at once' });
  return outcome === 'gone' ? null : file.finish();
}

/** The parts of a file that are here. */
class Download {
  private constructor(
    private readonly name: string,
    private readonly size: number,
    private readonly kept: KeptParts,
    private readonly parts: Map<number, Uint8Array>,
  ) {}

  static async begin({ channel, seen, size }: FileHint, kept: KeptParts): Promise<Download> {
    // The same for every account.
    const name = `telegram ${channel.id} ${seen.location.id} ${size}`;
    const download = new Download(name, size, kept, new Map());
    if (download.isInParts)
      for (const [offset, part] of await kept.of(name, download.offsets))
        if (part.length === download.lengthAt(offset)) download.parts.set(offset, part);
    return download;
  }

  /** Offsets of the parts that are missing. */
  get missing(): readonly number[] {
    return this.offsets.filter((offset) => !this.parts.has(offset));
  }

  get isWhole(): boolean {
    return this.missing.length === 0;
  }

  /** @throws UpstreamError */
  async add(offset: number, part: Uint8Array): Promise<void> {
    const length = this.lengthAt(offset);
    if (part.length < length) throw new UpstreamError('broken_answer', { text: 'a file ends too early' });
    const bytes = part.subarray(0, length);
    this.parts.set(offset, bytes);
    if (this.isInParts) await this.kept.keep(this.name, offset, bytes);
  }

  async finish(): Promise<Buffer> {
    if (this.isInParts) await this.kept.finish(this.name, this.offsets);
    return Buffer.concat(this.offsets.map((offset) => this.parts.get(offset) ?? new Uint8Array(0)));
  }

  /** A file of one part has no middle in which to be interrupted. */
  private get isInParts(): boolean {
    return this.size > PART;
  }

  private get offsets(): readonly number[] {
    return Array.from({ length: Math.ceil(this.size / PART) }, (_, at) => at * PART);
  }

  private lengthAt = (offset: number): number => Math.min(PART, this.size - offset);
}

async function readRest(
  file: Download,
  location: FileLocation,
  { sessions, access, signal }: Means,
): Promise<'whole' | 'expired' | 'gone'> {
  try {
    const session = await sessions.at(location.centre, access, signal);
    for (const offset of file.missing) {
      await access.spend(RESOURCE.file);
      await file.add(offset, await readPart(session, location, offset, PART));
    }
    return 'whole';
  } catch (error) {
    signal.throwIfAborted();
    const name = errorName(error) ?? '';
    if (/^FILE_?REF/.test(name)) return 'expired';
    if (/^(?:FILE_ID_INVALID|LOCATION_INVALID)/.test(name)) return 'gone';
    throw refusalOf(error, RESOURCE.file);
  }
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
    throw refusalOf(unavailableIfOutside(error), resource);
  }
}
