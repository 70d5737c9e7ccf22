import { deleteTelegramUser, ignoreTelegramUser, listTelegramUsers, resetTelegramUser, type TelegramUser } from '@leakwatch/contracts';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { DONE, notFound, pageOf } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

function put(world: World, id: string, change: Partial<TelegramUser>): TelegramUser {
  const found = world.telegramUsers.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  const changed = { ...found, ...change };
  world.telegramUsers = world.telegramUsers.map((one) => (one.id === id ? changed : one));
  return changed;
}

const ofUser = { params: { id: mockId(50, 0) } };
const NO_CHAT = { telegramUsername: null, telegramUserId: null, telegramChatId: null };

export const HANDLERS = [
  handle(listTelegramUsers, ({ world, query }) =>
    pageOf(
      world.telegramUsers.filter(({ company }) => query.org === undefined || company?.id === query.org),
      query,
    ),
  ),
  handle(resetTelegramUser, ({ world, params }) => put(world, params.id, { status: 'inactive', ignored_by: null, ...NO_CHAT }), ofUser),
  handle(ignoreTelegramUser, ({ world, params }) => put(world, params.id, { status: 'ignore', ignored_by: 'staff' }), ofUser),
  handle(
    deleteTelegramUser,
    ({ world, params }) => {
      put(world, params.id, {});
      world.telegramUsers = world.telegramUsers.filter(({ id }) => id !== params.id);
      return DONE;
    },
    ofUser,
  ),
];
