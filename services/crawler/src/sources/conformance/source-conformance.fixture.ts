import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, rows, sql } from '@leakwatch/platform';
import type { TaskChange } from '@leakwatch/contracts';
import { ConformanceStage } from './conformance-stage.fixture.ts';
import type { Moment } from './drive.fixture.ts';
import { everySource, expectCoverage, FEW, numbers } from './every-source.fixture.ts';
import { ALPHA, BETA, LIMIT_SECONDS, type Subject } from './subject.fixture.ts';

/**
 * What every source that is read in units must do, whatever its upstream and its workers suffer: nothing is lost, nothing is found twice, and
 * nothing reaches another organisation. Each adapter gives a simulator with a corpus whose truth is known.
 */
export function sourceConformance(subjects: Readonly<Record<string, () => Promise<Subject>>>): void {
  // One database for all of them: every case begins with an empty one.
  let stage: ConformanceStage;
  beforeAll(async () => {
    stage = await ConformanceStage.open();
  });
  afterAll(() => stage.close());
  describe.each(Object.entries(subjects))('%s', (_, open) => {
    let subject: Subject;

    async function begin(documents = FEW): Promise<ConformanceStage> {
      subject = await open();
      for (const number of numbers(documents)) subject.put(number);
      await stage.begin(subject);
      return stage;
    }
    everySource(begin, () => stage.end());

    const paths = (wanted: readonly number[]) => wanted.map((number) => subject.pathOf(number)).sort();

    /** The first `count` requests of a kind go wrong: `wrong` before the first of them, `well` after the last. */
    function goesWrong(request: Moment['request'], count: number, wrong: () => void, well: () => void): void {
      let left = count;
      stage.watch = (moment) => {
        if (moment.request !== request || left === 0) return;
        if (moment.at === 'before') wrong();
        else if ((left -= 1) === 0) well();
      };
    }

    async function units() {
      return stage.units.inScope((em) =>
        rows(em, sql<{ key: string; failing: boolean }>`select key, failing_since is not null as failing from crawler.unit`),
      );
    }

    /** Launches again once everything works, and expects what the task must have by then. */
    async function expectAllAfterLaunch(task: TaskChange, documents = numbers(FEW)): Promise<void> {
      const launch = await stage.launch(task);
      await stage.work();
      await stage.units.report(stage.source);
      expect((await stage.units.reports(launch)).ends).toMatchObject([{ outcome: 'done', error_code: null }]);
      expect(await stage.found(task)).toEqual(paths(documents));
    }

    it.each(['frontier', 'state', 'hint'] as const)(
      'what another version stored as its %s is no end: everything is read',
      async (column) => {
        await begin();
        const task = await stage.save(ALPHA);
        await stage.launch(task);
        stage.watch = ({ request }) => {
          if (request === 'fetch' || (column !== 'hint' && stage.asks > 0)) stage.worker.abort(new Error('an update'));
        };
        await stage.work();
        await stage.takeOver();
        const other = JSON.stringify({ of: 'another version' });
        await stage.units.inScope(async (em) => {
          if (column === 'hint') await rows(em, sql`update crawler.reference set hint = ${other}::jsonb`);
          if (column === 'state') await rows(em, sql`update crawler.unit set state = ${other}::jsonb`);
          if (column === 'frontier')
            await rows(em, sql`update crawler.unit set frontier = jsonb_build_array(${other}::jsonb) where pass_began_at is not null`);
        });
        await stage.work();
        expect((await units()).map(({ failing }) => failing)).not.toContain(true);
        await expectAllAfterLaunch(task);
        await expectCoverageOf(task);
      },
    );

    /** A later pass may name less than everything; what it names is read. */
    async function expectCoverageOf(task: TaskChange): Promise<void> {
      for (const { returned, read, unread } of (await stage.units.passes()).values()) expect([read, unread]).toEqual([returned, {}]);
      expect(await stage.found(task)).toEqual(paths(numbers(FEW)));
    }

    it.each(['ask', 'fetch'] as const)(
      'an upstream that is away for an hour in the middle (%s): then everything is found',
      async (request) => {
        await begin();
        const task = await stage.save(ALPHA);
        const launch = await stage.launch(task);
        const until = stage.now + 3_600_000;
        stage.watch = (moment) => {
          if (moment.request === request) subject.suffer(stage.now < until ? 'unavailable' : null);
        };
        await stage.work({ until: async () => stage.now >= until });
        stage.watch = () => undefined;
        subject.suffer(null);
        if (request === 'ask') {
          await stage.units.report(stage.source);
          expect((await stage.units.reports(launch)).ends).toMatchObject([{ outcome: 'failed', error_code: 'upstream_unavailable' }]);
        }
        await stage.work();
        await expectAllAfterLaunch(task);
        await expectCoverageOf(task);
      },
    );

    it('hostile answers, to a search and to a fetch, are never taken for content', async () => {
      await begin();
      const task = await stage.save(ALPHA);
      for (const fault of subject.faults) {
        await stage.empty();
        const saved = await stage.units.save(stage.source, task);
        await stage.launch(saved);
        const wrong = new Set<Moment['request']>(['ask', 'fetch']);
        stage.watch = ({ request, at }) => {
          if (at === 'before') subject.suffer(wrong.has(request) ? fault : null);
          else if (wrong.delete(request)) subject.suffer(null);
        };
        await stage.work();
        expect([fault, wrong.size]).toEqual([fault, 0]);
        const found = await stage.found(saved);
        const unread = [...(await stage.units.passes()).values()].map((pass) => pass.unread['oversize'] ?? 0);
        // What does not end is a document over the bound as well.
        const missing = fault === 'endless' ? Math.max(0, ...unread) : 0;
        expect([fault, found.length + missing]).toEqual([fault, FEW]);
        expect(paths(numbers(FEW))).toEqual(expect.arrayContaining(found));
      }
    });

    it('a proxy that is cut in the middle of answers loses nothing', async () => {
      await begin();
      if (!subject.hasNetwork) return;
      for (const request of ['ask', 'fetch'] as const) {
        await stage.empty();
        const task = await stage.save(ALPHA);
        await stage.launch(task);
        const cut = () => void (stage.proxy.behaviour = { kind: 'cut', afterBytes: 20 });
        goesWrong(request, 2, cut, () => void (stage.proxy.behaviour = { kind: 'plain' }));
        await stage.work();
        stage.proxy.behaviour = { kind: 'plain' };
        await stage.work();
        expect(stage.proxy.connections).not.toEqual([]);
        expect(await stage.found(task)).toEqual(paths(numbers(FEW)));
      }
    });

    it.each(['revoked', 'suspended'] as const)('an account that is %s in the middle is left, and another one goes on', async (why) => {
      await begin();
      const task = await stage.save(ALPHA);
      const launch = await stage.launch(task);
      stage.watch = ({ request, at }) => {
        if (request !== 'fetch' || at !== 'before') return;
        stage.watch = () => undefined;
        for (const { login } of subject.accounts.slice(0, 1)) subject.refuse(login, why);
      };
      await stage.work();
      await stage.units.report(stage.source);
      expect((await stage.units.reports(launch)).ends).toMatchObject([{ outcome: 'done', error_code: null }]);
      expect(await stage.found(task)).toEqual(paths(numbers(FEW)));
      // The account is not asked for any more.
      const refused = stage.server.outcomes.filter(({ kind }) => kind === 'refused').length;
      expect(refused).toBeLessThanOrEqual(1);
    });

    it('when every account is refused the unit says so, and goes on with one that is added', async () => {
      await begin();
      const task = await stage.save(ALPHA);
      await stage.launch(task);
      stage.watch = ({ request, at }) => {
        if (request !== 'ask' || at !== 'before') return;
        stage.watch = () => undefined;
        for (const { login } of subject.accounts) subject.refuse(login, 'revoked');
        if (subject.accounts.length === 0) subject.refuse('', 'revoked');
      };
      const until = stage.now + 300_000;
      await stage.work({ until: async () => stage.now >= until });
      if (stage.source.accounts !== 'optional') {
        expect(['no_account', 'accounts_refused']).toEqual(expect.arrayContaining((await stage.codes()).filter((code) => code !== null)));
        expect(await stage.codes()).not.toContain(null);
        expect(await stage.found(task)).toEqual([]);
      }
      subject.accept();
      for (const { login, secret } of subject.accounts) stage.server.addAccount(login, stage.proxyAddress, null, secret);
      await stage.work();
      await expectAllAfterLaunch(task);
    });

    it.each(['ask', 'fetch'] as const)(
      'a limit of ten minutes (%s) is waited for: hardly a request is sent, and nothing fails',
      async (request) => {
        await begin();
        const task = await stage.save(ALPHA);
        const launch = await stage.launch(task);
        let ends = Number.POSITIVE_INFINITY;
        let before = 0;
        stage.watch = (moment) => {
          if (ends < Number.POSITIVE_INFINITY || moment.request !== request || moment.at !== 'before') return;
          ends = stage.now + LIMIT_SECONDS * 1000;
          before = subject.requests();
          subject.suffer('limited');
        };
        await stage.work({ until: async () => stage.now >= ends - 5_000 });
        expect(ends).toBeLessThan(Number.POSITIVE_INFINITY);
        // One for each account, resource and request that is under way when the limit begins.
        const most = Math.max(1, subject.accounts.length) * stage.source.fetchesAtOnce * Object.keys(stage.source.rates).length;
        expect(subject.requests() - before).toBeLessThanOrEqual(most);
        subject.suffer(null);
        await stage.work();
        await stage.units.report(stage.source);
        expect((await stage.units.reports(launch)).ends).toMatchObject([{ outcome: 'done', error_code: null }]);
        expect(await stage.found(task)).toEqual(paths(numbers(FEW)));
        await expectCoverage(stage, numbers(FEW));
      },
    );

    it('pages that move while they are read lose nothing for long', async () => {
      await begin();
      const count = subject.pageSize + 2;
      for (const number of numbers(count).slice(FEW)) subject.put(number);
      const task = await stage.save(ALPHA);
      await stage.launch(task);
      stage.watch = ({ request, at }) => {
        if (request !== 'ask' || at !== 'after' || stage.asks > 1) return;
        subject.remove(count - 1);
        subject.remove(count - 2);
        subject.put(count);
      };
      await stage.work();
      const kept = numbers(count - 2);
      const first = new Set(await stage.found(task));
      if (subject.estimates !== true && kept.some((number) => !first.has(subject.pathOf(number)))) {
        const passes = [...(await stage.units.passes()).values()];
        expect(passes.some(({ total, incomplete, capped }) => total === null || incomplete || capped)).toBe(true);
      }
      stage.watch = () => undefined;
      await stage.launch(task);
      await stage.work();
      // What was removed may have been read before.
      const removed = new Set(paths([count - 1, count - 2]));
      expect((await stage.found(task)).filter((path) => !removed.has(path))).toEqual(paths([...kept, count]));
    });

    it('what an organisation reads with its own accounts reaches no other', async () => {
      await begin();
      if (subject.accounts.length === 0) return;
      const own = newId();
      await stage.units.inScope((em) =>
        rows(
          em,
          sql`insert into crawler.own_access (organisation_id, source_type, version, owns) values (${own}::uuid, ${stage.source.kind}, 1, true)`,
        ),
      );
      const mine = await stage.save(ALPHA, { organisation_id: own });
      const other = await stage.save(BETA);
      await stage.launch(mine);
      await stage.work();
      expect([await stage.found(mine), await stage.found(other)]).toEqual([paths(numbers(FEW)), []]);
    });
  });
}
