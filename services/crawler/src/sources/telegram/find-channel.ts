import { invitationHash, isInvitation } from '@leakwatch/rules';
import type { ChannelReader } from '../../upstreams/telegram/channel-reader.ts';
import type { FoundChannel } from '../../upstreams/telegram/chat-peer.ts';
import { NoMember, noMemberIfExpired, nullIfRemoved } from './outside.ts';
import { RESOURCE } from './telegram-limits.ts';

/** Counts a request, and returns that with which it is sent. */
type Spend = (resource: string) => Promise<ChannelReader>;

/** The channel of a name or of an invitation. @throws NoMember */
export async function findChannel(name: string, spend: Spend): Promise<FoundChannel> {
  if (!isInvitation(name)) return (await spend(RESOURCE.resolve)).resolve(name);
  const reader = await spend(RESOURCE.invite);
  const found = await reader.invited(invitationHash(name)).catch(noMemberIfExpired);
  if (found === null) throw new NoMember();
  return found;
}

/** Whether the account was in a small group that was upgraded, and sees what was said there. */
export async function wasIn(smallGroup: string, spend: Spend): Promise<boolean> {
  const reader = await spend(RESOURCE.history);
  const page = await reader.history({ id: smallGroup, accessHash: '' }, 0, 1).catch(nullIfRemoved);
  return page !== null && page.size > 0 && typeof page.standing === 'object';
}
