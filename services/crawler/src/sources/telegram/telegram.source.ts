import { Inject, Injectable } from '@nestjs/common';
import type { TaskChange } from '@leakwatch/contracts';
import { channelKey, isInvitation } from '@leakwatch/rules';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import type { Readers } from '../../accounts/wanted.ts';
import { KeepParts, type KeptParts } from '../../evidence/keep-parts.ts';
import { TelegramSessions } from '../../upstreams/telegram/telegram-sessions.ts';
import type { Answer, AskContext, FetchedDocument, Reference, Stored, UnitNeed, UnitSource } from '../unit-source.port.ts';
import { AskChannel } from './ask-channel.ts';
import { fetchMessage } from './fetch-message.ts';
import { CLOSED_SECONDS, OUTSIDER_SECONDS, RATES, RESOURCE } from './telegram-limits.ts';
import { channelState, type ChannelWays, channelWays, gapDownTo, hint, request, slice } from './telegram-state.ts';

const waysOf = (state: Stored | undefined): ChannelWays => channelWays.safeParse(state).data ?? channelWays.parse({});

/**
 * Channels and groups of Telegram, each one unit for every task that names it. The first pass reads the past backwards; later ones
 * ask what changed since the last.
 */
@Injectable()
export class TelegramSource implements UnitSource {
  readonly kind = 'telegram';
  readonly rates = RATES;
  readonly resources = { ask: () => RESOURCE.history, fetch: RESOURCE.message };
  readonly accounts = 'required';
  /** A document of a channel is the concern of those who named the channel. */
  readonly audience = 'subscribers';
  /** Most documents are texts that are here already; see FILE_MAX. */
  readonly fetchesAtOnce = 20;

  readonly server: { readonly host: string; readonly port: number };

  constructor(
    private readonly sessions: TelegramSessions,
    @Inject(KeepParts) private readonly parts: KeptParts,
  ) {
    this.server = sessions.server;
  }

  unitsFor(task: TaskChange): readonly UnitNeed[] {
    if (!task.source_types.includes(this.kind) || task.patterns.length === 0) return [];
    const patterns = task.patterns.map(({ id }) => id);
    const names = new Set((task.telegram_channels ?? []).map(channelKey));
    return [...names].map((name) => ({ key: name, request: { name }, patterns }));
  }

  accountsFor(stored: Stored, state: Stored | undefined): Readers | undefined {
    const isPrivate = isInvitation(request.parse(stored).name);
    const { members, outsiders } = waysOf(state);
    const reader = channelState.safeParse(state).data?.reader;
    const since = Date.now() / 1000 - (isPrivate ? OUTSIDER_SECONDS : CLOSED_SECONDS);
    const without = Object.keys(outsiders).filter((account) => (outsiders[account] ?? 0) > since);
    // A channel that is open to everybody is read by members alone where it was closed to another account.
    if (!isPrivate && without.length === 0) return undefined;
    return { among: reader !== undefined && members.includes(reader) ? [reader] : members, without };
  }

  outsideCode(state: Stored | undefined): LaunchErrorCode | undefined {
    const { outsiders, expired } = waysOf(state);
    const asked = Object.keys(outsiders);
    return asked.length > 0 && asked.every((account) => expired.includes(account)) ? 'invite_expired' : undefined;
  }

  news = (state: Stored | undefined): Stored | undefined => (channelState.safeParse(state).success ? { kind: 'difference' } : undefined);

  kept = (state: Stored | undefined): Stored => waysOf(state);

  plan(_request: Stored, stored: Stored | undefined): readonly Stored[] {
    const { success, data } = channelState.safeParse(stored);
    if (!success) return [{ kind: 'open' }];
    const { gap, history } = data;
    const { isOver, isCapped, next } = history;
    return [
      { kind: 'difference' },
      ...(gap === undefined ? [] : [gapDownTo(gap)]),
      ...(isOver || isCapped ? [] : [{ kind: 'history', before: next }]),
    ];
  }

  ask(asked: Stored, { request: stored, state, access, signal }: AskContext): Promise<Answer> {
    const { name } = request.parse(stored);
    const known = channelState.safeParse(state);
    const open = () => this.sessions.of(access, signal);
    const means = { access, signal, open };
    return new AskChannel({ name, state: known.success ? known.data : undefined, ways: waysOf(state), ...means }).run(slice.parse(asked));
  }

  async fetch(reference: Reference, { access, signal }: Pick<AskContext, 'access' | 'signal'>): Promise<readonly FetchedDocument[]> {
    return [await fetchMessage(hint.parse(reference.hint), { sessions: this.sessions, parts: this.parts, access, signal })];
  }
}
