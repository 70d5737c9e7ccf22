import { commentOnMany, createComment, deleteComment, getComment, listComments, updateComment } from '@leakwatch/contracts';
import { type Call, handle } from '../handle.ts';
import { mockId } from '../ids.ts';
import { DONE, notFound } from '../replies.ts';
import type { World } from '../world.ts';

/** The comment of the path. */
function commentOf({ world, params }: Pick<Call<typeof getComment>, 'world' | 'params'>) {
  const found = [...world.comments.values()].flat().find(({ id }) => id === params.id);
  if (found === undefined) throw notFound();
  return found;
}
/** The first comment of the mock's world. */
const COMMENT = { params: { id: mockId(20, 1) } };

function write(world: World, event: string, text: string) {
  const now = new Date().toISOString();
  const { user_id: user, username } = world.settings;
  const added = { id: crypto.randomUUID(), event, text, user, username, created: now, updated: now };
  world.comment(event, (comments) => [...comments, added]);
  return added;
}

/** Deletes the comments of a batch; null when it is unknown. */
export function undoComments(world: World, batch: string): number | null {
  const written = world.commentBatches.get(batch);
  if (written === undefined) return null;
  for (const event of world.comments.keys()) world.comment(event, (comments) => comments.filter(({ id }) => !written.has(id)));
  return written.size;
}

export const HANDLERS = [
  handle(listComments, ({ world, query }) => [...(world.comments.get(query.event) ?? [])], { query: `event=${mockId(1, 1)}` }),
  handle(getComment, commentOf, COMMENT),
  handle(createComment, ({ world, body: { event, text } }) => write(world, event, text), { body: { event: mockId(1, 1), text: 'noted' } }),
  handle(
    commentOnMany,
    ({ world, body: { events, filters, text } }) => {
      const chosen = events ?? world.list({ ...filters, limit: 1000, offset: 0 }).results.map(({ id }) => id);
      const batch = crypto.randomUUID();
      world.commentBatches.set(batch, new Set(chosen.map((event) => write(world, event, text).id)));
      return { added: chosen.length, batch, skipped: [] };
    },
    { body: { events: [mockId(1, 1)], text: 'noted' } },
  ),
  handle(
    updateComment,
    ({ world, params, body: { text } }) => {
      const changed = { ...commentOf({ world, params }), text, updated: new Date().toISOString() };
      world.comment(changed.event, (comments) => comments.map((one) => (one.id === changed.id ? changed : one)));
      return changed;
    },
    { ...COMMENT, body: { text: 'changed' } },
  ),
  handle(
    deleteComment,
    ({ world, params }) => {
      const { event, id } = commentOf({ world, params });
      world.comment(event, (comments) => comments.filter((one) => one.id !== id));
      return DONE;
    },
    COMMENT,
  ),
];
