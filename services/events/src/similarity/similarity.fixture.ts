import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';
import { type Finding, findingsV1, listSimilar } from '@leakwatch/contracts';
import { type Caller, CONSUMER, outgoing, rows, sql } from '@leakwatch/platform';
import { type makeOwner, openEvents } from '../events.fixture.ts';
import { makeFinding } from '../intake/findings.fixture.ts';
import { LinkTexts } from './link-texts.ts';

/** Joined here, so that scanners of this repository do not report it. */
export const AWS = ['AKIA', 'Q2W3E4R5T6Y7U2I3'].join('');
/** Some lines as of source; other ones for each number. */
export const lines = (nth: number, count = 10): readonly string[] =>
  Array.from({ length: count }, (_, at) => {
    const word = (part: number) =>
      createHash('sha256')
        .update(`${nth} ${at} ${part}`)
        .digest('base64')
        .replaceAll(/[^a-z]/g, '')
        .slice(0, 7);
    return `  ${word(1)}.${word(2)}(${word(3)}, ${word(4)});`;
  });
const excerptOf = (text: string) => ({ text, segments: [{ at: 0, line: 1 }], highlights: [], truncated: false });

type Owner = Awaited<ReturnType<typeof makeOwner>>;

/** The events service, with findings whose texts are compared as soon as they are events. */
export async function openSimilarity() {
  const events = await openEvents();
  const find = async ({ of }: Pick<Owner, 'of'>, texts: Readonly<Record<string, string>>, change: Partial<Finding> = {}) => {
    await events.publish(
      Object.entries(texts).map(([path, text]) =>
        outgoing(
          findingsV1,
          makeFinding({ ...of, path, excerpt: excerptOf(text), lines_hash: createHash('sha256').update(text).digest('hex'), ...change }),
        ),
      ),
    );
    await events.settled();
    await link();
  };
  const link = async () => {
    // The service links too: a page that it has locked is left to it.
    await events.app.get(LinkTexts).run();
    for (;;) {
      const waiting = await read(sql<{ id: string }>`select id from events.similar_text where not linked`);
      if (waiting.length === 0) return;
      await events.app.get(LinkTexts).run();
    }
  };
  const read = <T>(query: ReturnType<typeof sql<T>>) => events.foundation.database.inScope(CONSUMER, (em) => rows(em, query));
  const rowAt = async (user: Caller, path: string) => {
    const row = (await events.list(user)).results.find((one) => one.file_path === path);
    if (row === undefined) throw new Error(`no event at ${path}`);
    return row;
  };
  const similarTo = async (user: Caller, path: string, query = '') => {
    const { id } = await rowAt(user, path);
    const answer = await events.get(user, `${listSimilar.path.replace('{id}', id)}${query}`);
    expect(answer.statusCode).toBe(200);
    return listSimilar.answer.parse(answer.json());
  };
  const whys = async (user: Caller, path: string, query = '') =>
    (await similarTo(user, path, query)).results.map(({ file_path, reasons }) => [file_path, ...reasons].join(' ')).sort();
  return { events, find, link, read, rowAt, similarTo, whys };
}
