import { type RawBuilder, row, type SqlEntityManager, sql } from '@leakwatch/platform';

/** How long a change that is sent again is answered: longer than any answer is waited for. */
export const REPEAT_MINUTES = 10;

export interface SentChange {
  readonly account: string;
  /** The caller's id of the change. */
  readonly key: string;
  readonly organisation: string | null;
  readonly digest: string;
}

/** Holds the id until the transaction ends. False for one that is taken; waits for a transaction that is taking it. */
export async function takeKey(em: SqlEntityManager, { account, key, organisation, digest }: SentChange): Promise<boolean> {
  const taken = await row(
    em,
    sql`insert into events.sent_change (account_id, key, organisation_id, digest)
      values (${account}::uuid, ${key}::uuid, ${organisation}::uuid, ${digest}) on conflict do nothing returning 1`,
  );
  return taken !== undefined;
}

export const keepAnswer = (em: SqlEntityManager, { account, key }: SentChange, answer: { readonly batch: string | null }) =>
  row(
    em,
    sql`update events.sent_change set batch = ${answer.batch}::uuid, answer = ${JSON.stringify(answer)}::jsonb
      where account_id = ${account}::uuid and key = ${key}::uuid`,
  );

/** What the same change was answered before; undefined where the id was of another one. */
export async function answerAgain(em: SqlEntityManager, { account, key, organisation, digest }: SentChange): Promise<unknown> {
  const found = await row(
    em,
    // Not renewed for ever: what can be undone is bounded.
    sql<{ answer: unknown }>`
      update events.sent_change set answered_at = case when at > now() - make_interval(mins => ${REPEAT_MINUTES}) then now() else answered_at end
      where account_id = ${account}::uuid and key = ${key}::uuid and digest = ${digest}
        and organisation_id is not distinct from ${organisation}::uuid
      returning answer`,
  );
  return found?.answer;
}

/** The condition under which the account was told of its batch again in the last `seconds`, having got no answer before. */
export const toldAgain = (batch: string, account: string | null, seconds: number): RawBuilder<unknown> =>
  sql`exists (select from events.sent_change s
    where s.account_id = ${account}::uuid and s.batch = ${batch}::uuid and s.answered_at > now() - make_interval(secs => ${seconds}))`;
