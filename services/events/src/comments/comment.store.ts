import { COMMENTS_MAX, type EventComment } from '@leakwatch/contracts';
import { LockMode, sql, type SqlEntityManager } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { CommentEntity, type StoredComment } from './comment.entity.ts';

export const toWire = (comment: Omit<StoredComment, 'batch'>): EventComment => ({
  id: comment.id,
  event: comment.event_id,
  text: comment.text,
  user: comment.author_id,
  username: comment.author_name,
  created: comment.created.toISOString(),
  updated: comment.updated.toISOString(),
});

/** The comments of an event, oldest first. */
export const commentsOf = (em: SqlEntityManager, event: string): Promise<StoredComment[]> =>
  tables(em)
    .selectFrom('events.comment')
    .selectAll()
    .where('event_id', '=', event)
    .orderBy('created')
    .orderBy('id')
    .limit(COMMENTS_MAX)
    .execute();

/** Undefined when the scope does not see the comment. */
export const findComment = (em: SqlEntityManager, id: string): Promise<StoredComment | undefined> =>
  tables(em).selectFrom('events.comment').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks a comment; undefined when the scope does not see it. */
export const lockComment = async (em: SqlEntityManager, id: string) =>
  (await em.findOne(CommentEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? undefined;

/** A person who got no answer sends the comment again: longer than any answer is waited for, shorter than a second thought. */
export const REPEAT_MINUTES = 10;

/** The last comment of an event, where the same person wrote the same text just before. The event must be locked. */
export async function findRepeated(
  em: SqlEntityManager,
  { event_id, author_id, text }: Pick<StoredComment, 'event_id' | 'author_id' | 'text'>,
): Promise<StoredComment | undefined> {
  const last = await tables(em)
    .selectFrom('events.comment')
    .selectAll()
    .where('event_id', '=', event_id)
    .where('created', '>', sql<Date>`now() - make_interval(mins => ${REPEAT_MINUTES})`)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.author_id === author_id && last.text === text ? last : undefined;
}

/** False when the event has `COMMENTS_MAX` comments. The event must be locked. */
export async function addComment(
  em: SqlEntityManager,
  comment: Omit<StoredComment, 'created' | 'updated' | 'batch'>,
): Promise<StoredComment | undefined> {
  const { count } = await tables(em)
    .selectFrom('events.comment')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('event_id', '=', comment.event_id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= COMMENTS_MAX) return undefined;
  return tables(em).insertInto('events.comment').values(comment).returningAll().executeTakeFirstOrThrow();
}
