import { Api } from 'telegram';
import { smallGroupId } from '../upstreams/telegram/chat-peer.ts';

/** What an update says of channels. */
export type Notice =
  /** Something changed in a channel: up to the number `pts`, where the update gives it. */
  | { readonly kind: 'channel'; readonly id: string; readonly pts: number | null }
  /** Updates were lost: any channel may have changed. */
  | { readonly kind: 'any' }
  /** The account joined the channel, left it, or it is another one now. */
  | { readonly kind: 'membership'; readonly id: string };

/** null for an update that changes nothing here: a deleted message, a reaction, who is online. */
export function noticeOf(update: Api.TypeUpdate | Api.TypeUpdates): Notice | null {
  if (update instanceof Api.UpdateNewChannelMessage || update instanceof Api.UpdateEditChannelMessage) {
    const { message, pts } = update;
    const { peerId } = message;
    return peerId instanceof Api.PeerChannel ? { kind: 'channel', id: String(peerId.channelId), pts } : null;
  }
  if (update instanceof Api.UpdateNewMessage || update instanceof Api.UpdateEditMessage) {
    const { peerId } = update.message;
    return peerId instanceof Api.PeerChat ? changed(peerId) : null;
  }
  if (update instanceof Api.UpdateShortChatMessage) return changed(update);
  if (update instanceof Api.UpdateChat) return { kind: 'membership', id: smallGroupId(update.chatId) };
  if (update instanceof Api.UpdateChatParticipants) return { kind: 'membership', id: smallGroupId(update.participants.chatId) };
  if (update instanceof Api.UpdateChannelTooLong) return { kind: 'channel', id: String(update.channelId), pts: update.pts ?? null };
  if (update instanceof Api.UpdateChannel) return { kind: 'membership', id: String(update.channelId) };
  return update instanceof Api.UpdatesTooLong ? { kind: 'any' } : null;
}

/** A small group: its number of changes is one of the account. */
const changed = ({ chatId }: Pick<Api.PeerChat, 'chatId'>): Notice => ({ kind: 'channel', id: smallGroupId(chatId), pts: null });

/** More channels than an account can join; what follows then counts as lost. */
const CHANNELS_MAX = 1_000;
/** Above every number of changes: of a channel whose number is not known. */
export const UNKNOWN_PTS = 2_147_483_647;

/** Notices that were not written yet: however many come, one for each channel. */
export class Notices {
  private readonly channels = new Map<string, number>();
  private readonly joined = new Set<string>();
  private lost = false;

  add(notice: Notice): void {
    if (notice.kind === 'channel') this.channels.set(notice.id, Math.max(this.channels.get(notice.id) ?? 0, notice.pts ?? UNKNOWN_PTS));
    else if (notice.kind === 'membership') this.joined.add(notice.id);
    else this.lost = true;
    if (this.channels.size <= CHANNELS_MAX && this.joined.size <= CHANNELS_MAX) return;
    this.channels.clear();
    this.joined.clear();
    this.lost = true;
  }

  /** Those that came since the last call; undefined for none. */
  take(): TakenNotices | undefined {
    if (this.channels.size === 0 && this.joined.size === 0 && !this.lost) return undefined;
    const taken = { channels: new Map(this.channels), memberships: [...this.joined], lost: this.lost };
    this.channels.clear();
    this.joined.clear();
    this.lost = false;
    return taken;
  }
}

export interface TakenNotices {
  /** The highest number of each channel. */
  readonly channels: ReadonlyMap<string, number>;
  readonly memberships: readonly string[];
  readonly lost: boolean;
}
