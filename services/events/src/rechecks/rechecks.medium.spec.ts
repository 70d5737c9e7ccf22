import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorAnswer, type Finding, getEvent, listEventActivity, recheckAnswer, recheckEvent } from '@leakwatch/contracts';
import { type Caller, newId, openFoundation, type RateLimit, RateLimiter, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { parseRemoteUrl } from '@leakwatch/rules';
import { type GitStage, openGitStage } from '@leakwatch/simulators';
import { buildTestService, createTestEnvironment, testCaller } from '@leakwatch/testing';
import { updateMirror } from '../../../crawler/src/repositories/mirrors/update-mirror.ts';
import { crawlerService } from '../../../crawler/src/service.ts';
import { makeOwner, openEvents } from '../events.fixture.ts';
import { RECHECKS_OF_ACCOUNT, RECHECKS_OF_HOST, RECHECKS_OF_ORGANISATION } from './recheck-event.ts';

const LEAK = 'host = a\n  key =  one\n';
const excerpt = { text: LEAK, segments: [{ at: 0, line: 1 }], highlights: [{ start: 11, end: 14 }], truncated: false };

/** The events service with the real crawler behind it. */
async function openBoth() {
  const environment = await createTestEnvironment();
  const foundation = await openFoundation(crawlerService, environment.env);
  const crawler = await buildTestService(crawlerService, foundation);
  await crawler.listen(0, '127.0.0.1');
  const CRAWLER_URL = await crawler.getUrl();
  const events = await openEvents({ ...environment, env: { ...environment.env, CRAWLER_URL } });
  return {
    events,
    home: foundation.settings.LEAKWATCH_HOME,
    crawlerDatabase: foundation.database,
    close: async () => {
      await events.close();
      await crawler.close();
      await environment.drop();
    },
  };
}

describe('a re-check of an event', () => {
  let both: Awaited<ReturnType<typeof openBoth>>;
  let stage: GitStage;
  beforeAll(async () => {
    both = await openBoth();
  });
  afterAll(() => both.close());
  beforeEach(async () => {
    stage = await openGitStage();
  });
  afterEach(() => stage.close());

  const at = (path: string, id: string) => path.replace('{id}', id);
  const check = (caller: Caller, id: string) => both.events.call(caller, 'POST', at(recheckEvent.path, id));
  const codeOf = (answer: Awaited<ReturnType<typeof check>>) => [answer.statusCode, errorAnswer.parse(answer.json()).code];
  const person = (organisation: string) => testCaller(organisation, { account: { id: randomUUID(), username: 'irina' } });

  /** A monitored repository that leaked, its event, and what brings the mirror up to date. */
  async function leaked(change: Partial<Finding> = {}) {
    const { of } = await makeOwner(both.events);
    const address = `https://git.example/${randomUUID()}.git`;
    const commit = stage.scratch.commit({ 'deploy/a.env': LEAK });
    const mirror = newId();
    const refresh = async () => {
      await updateMirror({
        directory: join(both.home, 'mirrors', `${mirror}.git`),
        remote: parseRemoteUrl(stage.server.url('repo.git'), { allowFile: false }),
        access: { allowPrivateAddresses: true },
        bounds: { bytes: 100_000_000, milliseconds: 100_000 },
      });
      await both.crawlerDatabase.inScope(SCHEDULER, async (em) => {
        await rows(
          em,
          sql`insert into crawler.mirror (id, address, credential_scope, listed_tips, fetched_at) values (${mirror}, ${address}, '', '{}', now())
            on conflict (id) do update set fetched_at = now()`,
        );
        await rows(
          em,
          sql`insert into crawler.mirror_use (mirror_id, task_id, organisation_id, admitted) values (${mirror}, ${of.task_id}, ${of.organisation_id}, true)
            on conflict do nothing`,
        );
      });
    };
    await both.events.find(of, ['deploy/a.env'], {
      source_type: 'git_repo',
      container: { key: address, title: 'repo', url: '', owner: '' },
      document: { version: stage.blob(LEAK), bytes: LEAK.length },
      commit: { id: commit, author: 'irina', committed_at: new Date().toISOString() },
      excerpt,
      ...change,
    });
    const user = person(of.organisation_id);
    return { of, user, refresh, id: (await both.events.list(user)).results[0]?.id ?? '' };
  }

  it('says what became of the leak, and keeps the answer in row, page and activity', async () => {
    const { user, refresh, id } = await leaked();
    expect((await both.events.list(user)).results[0]?.recheck).toEqual({ offered: true, last: null });
    expect(codeOf(await check(user, id))).toEqual([409, 'recheck_not_mirrored']);
    const answers: string[] = [];
    const next = async () => {
      await refresh();
      answers.push(recheckAnswer.parse((await check(user, id)).json()).answer);
    };
    await next();
    stage.scratch.commit({ 'deploy/a.env': `new\n${LEAK}` });
    await next();
    stage.scratch.commit({ 'deploy/a.env': 'host = a\n' });
    await next();
    stage.scratch.git('checkout', '--quiet', '--orphan', 'clean');
    stage.scratch.git('rm', '-rf', '--quiet', '.');
    stage.scratch.commit({ 'readme.md': 'clean' });
    stage.scratch.git('branch', '-M', 'clean', 'main');
    await next();
    expect(answers).toEqual(['there', 'there', 'history', 'gone']);
    const [row] = (await both.events.list(user)).results;
    expect(row?.recheck).toMatchObject({ offered: true, last: { answer: 'gone' } });
    const page = getEvent.answer.parse((await both.events.get(user, at(getEvent.path, id))).json());
    expect(page.recheck).toEqual(row?.recheck);
    const activity = listEventActivity.answer.parse((await both.events.get(user, at(listEventActivity.path, id))).json()).results;
    expect(activity.filter(({ kind }) => kind === 'rechecked').map(({ rechecked, actor }) => [rechecked, actor])).toEqual(
      answers.toReversed().map((answer) => [answer, 'irina']),
    );
  });

  it('finds what is encoded in a file that was edited elsewhere', async () => {
    const encoded = Buffer.from('the key = one').toString('base64');
    const text = `data: ${encoded} ⟦base64: the key = one⟧`;
    const at = text.indexOf('key');
    const shown = { text, segments: [{ at: 0, line: 1 }], highlights: [{ start: at, end: at + 'key'.length }], truncated: false };
    const { user, refresh, id } = await leaked({ path: 'deploy/a.env!/base64', excerpt: shown });
    stage.scratch.commit({ 'deploy/a.env': `new\ndata: ${encoded}\n` });
    await refresh();
    expect(recheckAnswer.parse((await check(user, id)).json()).answer).toBe('there');
  });

  it('looks in the mirrors of the task of the event alone', async () => {
    const [one, other] = [await leaked(), await leaked()];
    await other.refresh();
    expect(codeOf(await check(one.user, one.id))).toEqual([409, 'recheck_not_mirrored']);
    expect(codeOf(await check(one.user, other.id))).toEqual([404, 'not_found']);
    expect(codeOf(await check(one.user, randomUUID()))).toEqual([404, 'not_found']);
    const staff = testCaller(null, { staff: true, account: { id: randomUUID(), username: 'support' } });
    expect((await check(staff, other.id)).statusCode).toBe(200);
  });

  it('is not offered where no answer would be the truth', async () => {
    const { user, id } = await leaked({ source_type: 'telegram', file_url: 'https://t.me/channel/3' });
    expect((await both.events.list(user)).results[0]?.recheck).toEqual({ offered: false, last: null });
    expect(codeOf(await check(user, id))).toEqual([409, 'recheck_not_offered']);
  });

  const spend = async (limit: RateLimit, whose: string) => {
    for (let time = 0; time < limit.attempts; time += 1) await both.events.app.get(RateLimiter).require(limit, whose);
  };

  it('is limited for each organisation, whoever of it asks', async () => {
    const { of, id, refresh } = await leaked();
    const other = await leaked();
    await refresh();
    await spend(RECHECKS_OF_ORGANISATION, of.organisation_id);
    expect(codeOf(await check(person(of.organisation_id), id))).toEqual([429, 'too_many_requests']);
    await other.refresh();
    expect((await check(other.user, other.id)).statusCode).toBe(200);
  });

  it('is limited for each host over all organisations', async () => {
    const { id, user } = await leaked({
      source_type: 'pastebin',
      container: { key: 'AbCd1234', title: 'AbCd1234', url: 'https://pastebin.com/AbCd1234', owner: '' },
      path: 'AbCd1234',
      file_url: 'https://pastebin.com/AbCd1234',
    });
    await spend(RECHECKS_OF_HOST, 'pastebin.com');
    expect(codeOf(await check(user, id))).toEqual([429, 'too_many_requests']);
  });

  it('is limited for each person', async () => {
    const user = person(randomUUID());
    const codes: unknown[] = [];
    for (let time = 0; time <= RECHECKS_OF_ACCOUNT.attempts; time += 1) codes.push(codeOf(await check(user, randomUUID()))[1]);
    expect(new Set(codes.slice(0, -1))).toEqual(new Set(['not_found']));
    expect(codes.at(-1)).toBe('too_many_requests');
  });
});
