import {
  changeKeywordSet,
  createKeywordSet,
  deleteKeywordSet,
  getKeywordSet,
  type KeywordSetDetails,
  listKeywordSets,
} from '@leakwatch/contracts';
import { readKeywordSet } from '@leakwatch/rules';
import { handle } from '../../../mock/handle.ts';
import { minutesAgo, mockId } from '../../../mock/ids.ts';
import { accepted, DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

function setOf(world: World, id: string): KeywordSetDetails {
  const found = world.keywordSets.find((set) => set.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** Saves a set and gives what the service answers. */
function save(world: World, set: Omit<KeywordSetDetails, 'count' | 'keywords'>, lines: readonly string[]) {
  const { accepted, dropped } = readKeywordSet(lines);
  if (accepted.length === 0) throw new Refusal(400, 'keyword_set_empty');
  const others = world.keywordSets.filter(({ id }) => id !== set.id);
  if (others.some(({ name }) => name.toLowerCase() === set.name.toLowerCase())) throw new Refusal(409, 'keyword_set_exists');
  const keywords = accepted.map((name, at) => ({ id: mockId(11, 10_000 + at), name }));
  const saved = { ...set, count: keywords.length, keywords };
  const known = world.keywordSets.some(({ id }) => id === set.id);
  world.keywordSets = known ? world.keywordSets.map((one) => (one.id === set.id ? saved : one)) : [...world.keywordSets, saved];
  return { id: set.id, accepted: accepted.length, dropped: dropped.map(({ text }) => text) };
}

const ofSet = { params: { id: mockId(10, 1) } };

export const HANDLERS = [
  handle(listKeywordSets, ({ world, query }) => {
    const found = world.keywordSets.filter(({ name }) => name.toLowerCase().includes(query.name.toLowerCase()));
    return pageOf(
      found.map(({ keywords: _keywords, ...set }) => set),
      query,
    );
  }),
  handle(getKeywordSet, ({ world, params }) => setOf(world, params.id), ofSet),
  handle(
    createKeywordSet,
    ({ world, body }) => {
      world.sent.push(body);
      return save(world, { id: mockId(10, 1000 + world.sent.length), name: body.name, created: minutesAgo(0), version: 1 }, body.keywords);
    },
    { body: { name: 'Mail', keywords: ['imap', 'pop3'] } },
  ),
  handle(
    changeKeywordSet,
    ({ world, params, body: sent }) => {
      const set = setOf(world, params.id);
      const { fields: body, version } = accepted(set, sent);
      world.sent.push(body);
      return save(world, { ...set, version, name: body.name ?? set.name }, body.keywords ?? set.keywords.map(({ name }) => name));
    },
    { ...ofSet, body: { keywords: ['imap'] } },
  ),
  handle(
    deleteKeywordSet,
    ({ world, params }) => {
      setOf(world, params.id);
      world.keywordSets = world.keywordSets.filter(({ id }) => id !== params.id);
      return DONE;
    },
    ofSet,
  ),
];
