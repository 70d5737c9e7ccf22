import { channelKey, isInvitation } from '@leakwatch/rules';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { ChannelMessage } from '../../upstreams/telegram/channel-messages.ts';
import { type ChannelDifference, ChannelReader } from '../../upstreams/telegram/channel-reader.ts';
import { type ChatAddress, type FoundChannel, isSmallGroup, type Standing } from '../../upstreams/telegram/chat-peer.ts';
import { errorName, isUnknownChange, refusalOf } from '../../upstreams/telegram/telegram-refusal.ts';
import type { TelegramSession } from '../../upstreams/telegram/telegram-session.ts';
import type { Answer, Reference } from '../unit-source.port.ts';
import { findChannel, wasIn } from './find-channel.ts';
import { isExpired, isRemoved, NoMember, noMemberIfNameless, nullIfRemoved } from './outside.ts';
import { referencesOf } from './read-message.ts';
import { HISTORY_MAX, NAME_SECONDS, PAGE, RECHECKED, RESOURCE } from './telegram-limits.ts';
import {
  type ChannelState,
  type ChannelWays,
  channelWays,
  gapDownTo,
  knownTo,
  nowSeconds,
  OPEN,
  type Slice,
  UNREAD,
  withoutGap,
  withoutOutsider,
  withOutsider,
  withReader,
} from './telegram-state.ts';

interface Asked {
  readonly name: string;
  readonly state: ChannelState | undefined;
  readonly ways: ChannelWays;
  readonly access: Access;
  readonly signal: AbortSignal;
  readonly open: () => Promise<TelegramSession>;
}

/** A channel as this step reads it. */
interface Reading {
  readonly state: ChannelState;
  readonly address: ChatAddress;
  readonly account: string;
}

/** Asks Telegram one slice of a channel. */
export class AskChannel {
  private resource: string = RESOURCE.history;

  constructor(private readonly asked: Asked) {}

  /** @throws UpstreamError; the signal's reason when it was aborted */
  async run(slice: Slice): Promise<Answer> {
    const { state, signal } = this.asked;
    try {
      if (slice.kind === 'open' || state === undefined) return await this.open();
      const reading = await this.reach(state);
      // The name is another channel's now: that one is read from its beginning.
      if (reading === null) return { references: [], more: [OPEN] };
      if (slice.kind === 'history') return await this.history(reading, slice.before);
      if (slice.kind === 'gap') return await this.gap(reading, slice);
      // A small group has no numbers of changes: what came since the last message is read, and the page that it stands on.
      if (isSmallGroup(state.channel.id)) return await this.gap(reading, { before: 0, until: state.top, top: 0 });
      return this.isNameDue(state) ? await this.checkName(reading, slice) : await this.difference(reading);
    } catch (error) {
      signal.throwIfAborted();
      const isClosed = isRemoved(error);
      // It may have been opened anew under its name.
      if (isClosed && state !== undefined && this.isNameDue(state))
        return this.askName(state, slice).catch((failure: unknown) => {
          signal.throwIfAborted();
          throw refusalOf(failure, this.resource);
        });
      if (!isClosed && !(error instanceof NoMember)) throw refusalOf(error, this.resource);
      // Another account may reach it; when none does, the pool says so.
      return { references: [], more: [slice], state: { ...state, ...this.outside(error) } };
    }
  }

  /** Finds the channel, and the number of its last change before its past is read: what comes meanwhile is in the difference. */
  private async open(): Promise<Answer> {
    return this.begin((this.isPrivate && knownTo(this.account, this.asked.ways)) || (await this.find()));
  }

  /** @param isPastRead what was said in the small group before its upgrade was read already */
  private async begin(found: FoundChannel, isPastRead = false): Promise<Answer> {
    const reader = await this.spend(RESOURCE.history);
    const { pts, smallGroup } = await reader.full(found);
    if (smallGroup !== null && this.isPrivate && !isPastRead && (await wasIn(smallGroup, this.spend)))
      return this.begin({ ...found, id: smallGroup, accessHash: '' });
    const { id, title } = found;
    const { ways, state: before } = this.asked;
    // What opened another channel opens nothing here.
    const known =
      before === undefined || before.channel.id === id ? ways : this.isPrivate ? { ...ways, hashes: {} } : channelWays.parse({});
    const state: ChannelState = {
      channel: { id, title, name: this.asked.name },
      ...withReader(known, this.account, found),
      pts,
      named: nowSeconds(),
      ...(isSmallGroup(id) && { reader: this.account }),
      ...UNREAD,
    };
    return { references: [], more: [{ kind: 'history', before: 0 }], state };
  }

  private async history(reading: Reading, before: number): Promise<Answer> {
    const { state } = reading;
    const reader = await this.spend(RESOURCE.history);
    const page = await reader.history(reading.address, before, PAGE);
    const moved = this.upgraded(page.standing);
    const references = this.references(reading, page.messages);
    const read = state.history.read + page.size;
    const isOver = page.size === 0;
    const isCapped = !isOver && read >= HISTORY_MAX;
    const next = isOver ? before : page.lowest;
    // Telegram counts messages; a document is counted for each text and file, and none for Telegram's own messages.
    const total = (before === 0 ? page.count : 0) + references.length - page.size;
    // What came to a small group between its first page and its upgrade is read before the large one.
    const rest: Slice[] = moved === null ? [] : [{ kind: 'difference' }];
    return {
      references,
      more: isOver || isCapped ? rest : [{ kind: 'history', before: next }],
      capped: isCapped,
      total,
      state: { ...state, top: Math.max(state.top, page.highest), history: { next, read, isOver, isCapped } },
    };
  }

  private async difference(reading: Reading): Promise<Answer> {
    const { state } = reading;
    const reader = await this.spend(RESOURCE.history);
    const { messages, pts, isLast } = await this.changes(reader, reading);
    const capped = state.history.isCapped;
    if (messages === null) {
      const until = Math.min(state.gap ?? state.top, Math.max(0, state.top - RECHECKED));
      // Edits of older messages were missed. A pass that begins again in the gap reads it from its beginning.
      return { references: [], more: [gapDownTo(until)], capped, incomplete: true, state: { ...state, pts, gap: until } };
    }
    if (!isLast && pts <= state.pts) throw new UpstreamError('broken_answer', { text: 'a difference that does not go on' });
    const top = Math.max(state.top, ...messages.map(({ id }) => id));
    return {
      references: this.references(reading, messages),
      more: isLast ? [] : [{ kind: 'difference' }],
      capped,
      state: { ...state, pts, top },
    };
  }

  /** What changed; all that Telegram forgot where its numbers have gone back. */
  private async changes(reader: ChannelReader, { address, state }: Reading): Promise<ChannelDifference> {
    const found = await reader.difference(address, state.pts, PAGE).catch((error: unknown) => {
      if (isUnknownChange(error)) return null;
      throw error;
    });
    if (found !== null) return found.isLast && found.pts < state.pts ? { ...found, messages: null } : found;
    const { pts } = await (await this.spend(RESOURCE.history)).full(address);
    return { messages: null, pts, isLast: true };
  }

  /** Names are given to other channels: from time to time the channel is asked for its own. */
  private isNameDue = ({ named }: ChannelState): boolean => !this.isPrivate && nowSeconds() - (named ?? 0) >= NAME_SECONDS;

  private async checkName({ state, address }: Reading, slice: Slice): Promise<Answer> {
    const { names } = await (await this.spend(RESOURCE.history)).full(address);
    return names.some((name) => channelKey(name) === this.asked.name)
      ? { references: [], more: [slice], state: { ...state, named: nowSeconds() } }
      : this.askName(state, slice);
  }

  /** Whose the name is: another channel's is read from its beginning; where it is nobody's, or leads to a closed one, what is known is read on. */
  private async askName(state: ChannelState, slice: Slice): Promise<Answer> {
    const found = await this.find().catch((error: unknown) => {
      const refusal = refusalOf(error, RESOURCE.resolve);
      // Scarce requests are no reason to read nothing.
      if (refusal.failure === 'query_refused' || refusal.failure === 'limited') return null;
      throw refusal;
    });
    const isOther = found !== null && found.id !== state.channel.id;
    const begun = isOther ? await this.begin(found).catch(nullIfRemoved) : null;
    if (begun !== null) return begun;
    const ways = found === null || isOther ? {} : withReader(state, this.account, found);
    return { references: [], more: [slice], state: { ...state, ...ways, named: nowSeconds() } };
  }

  private async gap(reading: Reading, { before, until, top }: Omit<Extract<Slice, { kind: 'gap' }>, 'kind'>): Promise<Answer> {
    const { state } = reading;
    const reader = await this.spend(RESOURCE.history);
    const page = await reader.history(reading.address, before, PAGE);
    const moved = this.upgraded(page.standing);
    const isOver = page.size === 0 || page.lowest <= until;
    const highest = Math.max(top, page.highest);
    const references = this.references(reading, page.messages);
    // The past of a small group that waits to be read comes before the large one that it was upgraded to.
    if (moved !== null && isOver && (state.history.isOver || state.history.isCapped))
      return { ...(await this.begin(moved, true)), references };
    return {
      references,
      more: isOver ? [] : [{ kind: 'gap', before: page.lowest, until, top: highest }],
      capped: state.history.isCapped,
      // Not before the whole gap was read: a pass may end in it, and the next one begins at the last message.
      state: isOver ? { ...withoutGap(state), top: Math.max(state.top, highest) } : state,
    };
  }

  /** What the small group was upgraded to, which is read from its beginning once everything of the group is. @throws NoMember */
  private upgraded(standing: Standing): FoundChannel | null {
    if (standing === 'outside') throw new NoMember();
    return standing === 'inside' ? null : standing;
  }

  /** The channel for this account; null when its name leads elsewhere now, or where the account has other numbers for its messages. */
  private async reach(state: ChannelState): Promise<Reading | null> {
    const { account } = this;
    if (state.reader !== undefined && state.reader !== account) return null;
    const known = state.hashes[account];
    // The account is asked again: this answer replaces the earlier one that the channel was closed to it.
    if (known !== undefined)
      return { state: { ...state, ...withoutOutsider(state, account) }, account, address: { id: state.channel.id, accessHash: known } };
    const found = await (this.isPrivate ? this.find() : this.find().catch(noMemberIfNameless));
    if (found.id !== state.channel.id) return null;
    return { account, address: found, state: { ...state, ...withReader(state, account, found) } };
  }

  /** @throws NoMember */
  private find = (): Promise<FoundChannel> => findChannel(this.asked.name, this.spend);

  private outside(error: unknown): ChannelWays {
    const keepsHash = !this.isPrivate && errorName(error) === 'CHANNEL_PRIVATE';
    return withOutsider(this.asked.ways, this.account, { now: nowSeconds(), isExpired: isExpired(error), keepsHash });
  }

  private get isPrivate(): boolean {
    return isInvitation(this.asked.name);
  }

  /** Counts a request, and returns that with which it is sent. */
  private spend = async (resource: string): Promise<ChannelReader> => {
    this.resource = resource;
    await this.asked.access.spend(resource);
    return new ChannelReader(await this.asked.open());
  };

  private references = ({ state, account }: Reading, messages: readonly ChannelMessage[]): Reference[] =>
    messages.flatMap((message) => referencesOf(message, state.channel, { account, hashes: state.hashes }));

  private get account(): string {
    return this.asked.access.account ?? '';
  }
}
