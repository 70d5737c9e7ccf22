import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';
import fc from 'fast-check';
import { scriptedSource, ScriptedUpstream } from './testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from './testing/unit-stage.fixture.ts';

const WORDS = ['alpha', 'beta', 'gamma'] as const;
const TASKS = [0, 1, 2] as const;

const words = fc.subarray([...WORDS]);
const task = fc.constantFrom(...TASKS);
const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('patterns' as const), task, words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stop' as const), task }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('put' as const), key, words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), key }) },
  // The worker dies at this request, if it comes so far.
  { weight: 3, arbitrary: fc.record({ do: fc.constant('launch' as const), fatal: fc.option(fc.integer({ min: 1, max: 9 })) }) },
);

interface Watching {
  task: TaskChange | undefined;
  words: readonly string[];
  running: boolean;
}

describe('units, whatever changes between their steps', () => {
  let stage: UnitStage;
  beforeAll(async () => {
    stage = await UnitStage.open();
  });
  afterAll(() => stage.close());

  it.each([false, true])(
    'find what a plain reference finds, for everybody who searches for it and nobody else (stream: %s)',
    async (stream) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
          await stage.empty();
          const upstream = new ScriptedUpstream();
          const source = scriptedSource(upstream, { pageSize: 2, stream });
          const [ids, organisations] = [TASKS.map(() => newId()), [newId(), newId()]];
          const patternIds = TASKS.map(() => new Map(WORDS.map((word) => [word, newId()])));
          const watching: Watching[] = TASKS.map(() => ({ task: undefined, words: [], running: false }));
          /** How often each pattern began to be searched for: so often it may find a document. */
          const began = new Map<string, number>();
          const texts = new Map<string, string>();
          /** Order of events: a stream names a document to those who searched for it when it was put. */
          let clock = 0;
          const since = new Map<string, number>();
          const putAt = new Map<string, number>();

          const save = async (at: number, change: { words: readonly string[]; running: boolean }) => {
            const before = watching[at];
            if (before === undefined) throw new Error('no such task');
            for (const word of change.running ? change.words : [])
              if (!(before.running && before.words.includes(word))) {
                began.set(`${at} ${word}`, (began.get(`${at} ${word}`) ?? 0) + 1);
                since.set(`${at} ${word}`, (clock += 1));
              }
            const saved = await stage.save(source, {
              task_id: ids[at] ?? '',
              organisation_id: organisations[at % 2] ?? '',
              running: change.running,
              patterns: change.words.map((word) => wordPattern(word, [...(patternIds[at] ?? [])].find(([known]) => known === word)?.[1])),
            });
            watching[at] = { task: saved, ...change };
          };
          const launch = async (fatal: number | null) => {
            for (const { task: one, running } of watching) if (one !== undefined && running) await stage.launch(source, one);
            const worker = new AbortController();
            let requests = 0;
            upstream.before = () => {
              requests += 1;
              if (requests === fatal) worker.abort(new Error('killed'));
              worker.signal.throwIfAborted();
            };
            for (let unit = await stage.lease(source); unit !== undefined && !worker.signal.aborted; unit = await stage.lease(source)) {
              await stage
                .runner()
                .run(source, unit, 0, worker.signal)
                .catch(() => undefined);
              if (!worker.signal.aborted) await stage.forgetWorker();
            }
            upstream.before = () => undefined;
            await stage.forgetWorker();
          };

          for (const one of steps) {
            if (one.do === 'patterns') await save(one.task, { words: one.words, running: true });
            if (one.do === 'stop') await save(one.task, { words: watching[one.task]?.words ?? [], running: false });
            if (one.do === 'put') {
              upstream.put(one.key, one.words.join(' '));
              putAt.set(one.key, (clock += 1));
              texts.set(`${one.key} ${upstream.documents.get(one.key)?.version}`, one.words.join(' '));
            }
            if (one.do === 'remove') upstream.documents.delete(one.key);
            if (one.do === 'launch') await launch(one.fatal);
          }
          await launch(null);
          await stage.work(source);

          const found = new Map<string, number>();
          for (const finding of await stage.findings()) {
            const at = ids.indexOf(finding.task_id);
            expect(finding.organisation_id).toBe(organisations[at % 2]);
            const { text } = finding.pattern;
            expect(texts.get(`${finding.path} ${finding.document.version}`)?.split(' ')).toContain(text);
            const one = `${at} ${text} ${finding.path} ${finding.document.version}`;
            found.set(one, (found.get(one) ?? 0) + 1);
          }
          for (const [one, times] of found) {
            const [at, word] = one.split(' ');
            expect(times).toBeLessThanOrEqual(began.get(`${at} ${word}`) ?? 0);
          }
          for (const [at, { words: wanted, running }] of watching.entries())
            for (const word of running ? wanted : [])
              for (const { key: path, version } of upstream.search([word]))
                if (!stream || (putAt.get(path) ?? 0) > (since.get(`${at} ${word}`) ?? 0))
                  expect(found.keys()).toContain(`${at} ${word} ${path} ${version}`);
        }),
        { numRuns: 40 },
      );
    },
    240_000,
  );
});
