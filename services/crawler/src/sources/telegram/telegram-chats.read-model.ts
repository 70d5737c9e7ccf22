import type { AnswerOf, InputOf, listTelegramChats, TelegramChat } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { LAUNCH_ERROR_CODES, type TelegramChatStatus } from '@leakwatch/vocabulary';
import { channelState, request } from './telegram-state.ts';

interface Unit {
  readonly request: unknown;
  readonly state: unknown;
  readonly is_needed: boolean;
  /** A pass is wanted or runs. */
  readonly is_wanted: boolean;
  readonly is_failing: boolean;
  readonly error_code: string | null;
  readonly last_pass_ended_at: Date | null;
}

/** What a unit of a channel shows. */
export function statusOf({ is_needed, is_failing, is_wanted, last_pass_ended_at }: Omit<Unit, 'request' | 'state'>): TelegramChatStatus {
  if (!is_needed) return 'idle';
  if (is_failing) return 'failed';
  if (is_wanted) return 'reading';
  return last_pass_ended_at === null ? 'waiting' : 'ready';
}

function shown(unit: Unit): TelegramChat {
  const known = channelState.safeParse(unit.state).data?.channel;
  const { name } = request.parse(unit.request);
  return {
    chat_id: known?.id ?? null,
    name,
    title: known?.title ?? '',
    status: statusOf(unit),
    error_code: LAUNCH_ERROR_CODES.find((code) => code === unit.error_code) ?? null,
    // A pass that the upstream refused ends too, without a channel.
    last_read: (known && unit.last_pass_ended_at?.toISOString()) ?? null,
  };
}

/** A page of the channels, by name. A channel that organisations read with accounts of their own has a row for each of them. */
export async function telegramChats(
  em: SqlEntityManager,
  { account, limit, offset }: InputOf<typeof listTelegramChats>['query'],
): Promise<AnswerOf<typeof listTelegramChats>> {
  const isOpened =
    account === undefined
      ? sql`true`
      : sql`(jsonb_exists(u.state -> 'hashes', ${account}) or coalesce(jsonb_exists(u.state -> 'outsiders', ${account}), false))`;
  const [counted] = await rows(
    em,
    sql<{ count: number }>`select count(*)::int as count from crawler.unit u where u.source_type = 'telegram' and ${isOpened}`,
  );
  const found = await rows(
    em,
    sql<Unit>`
      select u.request, u.state, u.error_code, u.last_pass_ended_at, u.wanted_at is not null as is_wanted,
        u.failing_since is not null as is_failing, exists (select from crawler.subscription s where s.unit_id = u.id) as is_needed
      from crawler.unit u where u.source_type = 'telegram' and ${isOpened}
      order by u.key, u.credential_scope limit ${limit} offset ${offset}`,
  );
  return { count: counted?.count ?? 0, results: found.map(shown) };
}
