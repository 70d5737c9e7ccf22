import type { TaskChange } from '@leakwatch/contracts';
import { newId, rows, sql } from '@leakwatch/platform';
import { withClock } from '@leakwatch/testing';
import { splitInside } from '@leakwatch/matching';
import { type UnitStage, wordPattern } from '../../units/testing/unit-stage.fixture.ts';
import { releaseUnit } from '../../units/unit.store.ts';
import type { AccessPool } from '../../units/with-access.port.ts';
import type { UnitSource } from '../unit-source.port.ts';
import { type Fault, type Happenings, WORDS } from './happenings.fixture.ts';
import { type Credential, openPool } from './world-access.fixture.ts';

/** The text of what is there in the beginning. */
const FIRST_TEXT = /^text start \d+ has alphaleak end$/;
export const firstText = (number: number) => `text start ${number} has alphaleak end`;
/** By task, its organisation. */
const ORGANISATION_OF = [0, 1, 2, 0] as const;
/** Documents that are there in the beginning. */
export const FIRST = 4;
/** Titles that pass for paths, for names of objects, for markup. */
export const TITLES = [
  'Plan',
  'a/b',
  'Beware!/Passwords',
  '  odd \t title ',
  '📄 пароли',
  'x.zip',
  '!/',
  'C:\\keys.env',
  '<b>&amp;</b>',
  '__proto__',
] as const;
const DAY_MINUTES = 24 * 60;

/** A document as everybody may read it now. */
export interface Shown {
  /** Of its container, as findings name it. */
  readonly container: string;
  /** As findings name it; null where it is a title, which does not count. */
  readonly path: string | null;
  readonly text: string;
  /** How far the text goes, where the upstream cuts it now; what was read of it before may go further. */
  readonly cut?: string;
}

/** One source with what people do there. */
export interface World {
  readonly source: UnitSource;
  /** Answers requests in this way from now on; null for rightly. */
  readonly suffer: (fault: Fault | null) => void;
  /** Of an upstream that does not speak HTTP: it runs `before` before each request. */
  readonly onRequest?: (before: () => Promise<void>) => void;
  /** Chooses among several accounts; without it every step has the account that the happenings name. */
  readonly pool?: AccessPool;
  /** Before the last passes: what people must do is done. */
  readonly settle?: () => void;
  /** Whether no account can read it now, so that its unit fails. Where it is given, a pass ends when the unit fails. */
  readonly mayFail?: () => boolean;
  /** The accounts that it is read with. */
  readonly accounts: readonly Credential[];
  readonly task: Partial<TaskChange>;
  /** Names what is new alone: a document is found for those who searched for it when it was changed last. */
  readonly isStream: boolean;
  /** The path of a finding is a title, which does not count. */
  readonly isTitled: boolean;
  /** Whether the upstream may have cut a document of this container; it is matched as far as it goes. */
  readonly wasCut?: (container: string) => boolean;
  /** Passes after which everything is read, with the days that lie before each. */
  readonly passDays: readonly number[];
  /** What people can do. */
  readonly acts: readonly string[];
  readonly happens: (act: string, at: number, text: string) => void;
  readonly shown: () => readonly Shown[];
  readonly close: () => Promise<void>;
}

interface Searching {
  task: TaskChange | undefined;
  words: readonly string[];
  running: boolean;
}

/** Lets it all happen while tasks are launched. Returns what is wrong in the end. */
export async function live(stage: UnitStage, world: World, list: Happenings): Promise<readonly string[]> {
  await stage.empty();
  const { source } = world;
  const organisations = [newId(), newId(), newId()];
  const ids = ORGANISATION_OF.map(() => newId());
  const patternIds = ORGANISATION_OF.map(() => new Map<string, string>(WORDS.map((word) => [word, newId()])));
  const searching: Searching[] = ORGANISATION_OF.map((_, at) => ({
    task: undefined,
    words: at === 3 ? ['alphaleak'] : [...WORDS].slice(0, at + 1),
    running: true,
  }));
  let clock = 0;
  /** When each pattern began to be searched for. */
  const since = new Map<string, number>();
  const ever = new Set<string>();
  const begin = (search: string) => since.set(search, (clock += 1));
  /** When each text was written. */
  const written = new Map<string, number>();
  let [days, account, worker] = [0, 0, new AbortController()];
  let faulty = 0;
  const rest = [...list];
  let wait = rest[0]?.after ?? 0;

  const save = async (at: number, change: Pick<Searching, 'words' | 'running'>) => {
    const before = searching[at];
    if (before === undefined) throw new Error('no such task');
    for (const word of change.running ? change.words : []) {
      ever.add(`${at} ${word}`);
      if (before.task === undefined || !(before.running && before.words.includes(word))) begin(`${at} ${word}`);
    }
    const saved = await stage.save(source, {
      task_id: ids[at] ?? '',
      organisation_id: organisations[ORGANISATION_OF[at] ?? 0] ?? '',
      running: change.running,
      patterns: change.words.map((word) => wordPattern(word, patternIds[at]?.get(word))),
      ...world.task,
    });
    searching[at] = { task: saved, words: change.words, running: change.running };
    if (change.running) await stage.launch(source, saved);
  };
  const textOf = (words: readonly string[]) => {
    const text = `text ${(clock += 1)} has ${words.join(' and ')} end`;
    written.set(text, clock);
    return text;
  };
  const happens = async ({ what }: Happenings[number]): Promise<void> => {
    if (what.do === 'act') world.happens(what.act, what.at, textOf(what.words));
    if (what.do === 'task') await save(what.task, { words: what.words, running: searching[what.task]?.running ?? true });
    if (what.do === 'stop' || what.do === 'start')
      await save(what.task, { words: searching[what.task]?.words ?? [], running: what.do === 'start' });
    if (what.do === 'fault') {
      faulty = what.lasts;
      world.suffer(what.fault);
    }
    if (what.do === 'kill') worker.abort(new Error('killed'));
    if (what.do === 'account') account += 1;
    if (what.do === 'day') await passDays(1);
  };
  let happening = Promise.resolve();
  const beforeRequest = async () => {
    // One after another, also where several requests are under way.
    const mine = happening.then(async () => {
      if (faulty > 0 && (faulty -= 1) === 0) world.suffer(null);
      for (; wait <= 0 && rest.length > 0; wait = rest[0]?.after ?? 0) {
        const one = rest.shift();
        if (one !== undefined) await happens(one);
      }
      wait -= 1;
    });
    happening = mine.catch(() => undefined);
    await mine;
    worker.signal.throwIfAborted();
  };
  const passDays = async (count: number) => {
    days += count;
    await stage.inScope((em) => rows(em, sql`update crawler.document set seen_on = seen_on - ${count}::int`));
  };
  const { accounts } = world;
  const { pool, close } = openPool(() => accounts.map((_, at) => accounts[(at + account) % accounts.length] ?? ['', '']), beforeRequest);
  world.onRequest?.(beforeRequest);
  stage.pool = world.pool ?? pool;
  const work = async () => {
    for (let left = 600; ; left -= 1) {
      if (left === 0) throw new Error('the pass does not end');
      await stage.skipPauses();
      const unit = await stage.lease(source);
      if (unit === undefined) return;
      const { signal } = worker;
      const step = withClock(days * DAY_MINUTES, () => stage.runner().run(source, unit, 0, signal));
      await step.catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (signal.aborted) {
        worker = new AbortController();
        await stage.forgetWorker();
      } else await stage.inScope((em) => releaseUnit(em, unit));
      if (world.mayFail !== undefined && (await failure()) !== null) return;
    }
  };
  const failure = async () =>
    (
      await stage.inScope((em) =>
        rows(em, sql<{ code: string }>`select error_code as code from crawler.unit where failing_since is not null`),
      )
    )[0]?.code ?? null;
  const pass = async () => {
    for (const { task: one, running } of searching) if (one !== undefined && running) await stage.launch(source, one);
    await work();
  };

  for (const at of ORGANISATION_OF.keys()) await save(at, searching[at] ?? { words: [], running: true });
  while (rest.length > 0) {
    wait = 0;
    await beforeRequest().catch(() => undefined);
    if (worker.signal.aborted) worker = new AbortController();
    await pass();
  }
  faulty = 0;
  world.suffer(null);
  world.settle?.();
  const wrong: string[] = [];
  for (const count of world.passDays) {
    await passDays(count);
    await pass();
    const failed = count > 0 && world.mayFail?.() === false ? await failure() : null;
    if (failed !== null) wrong.push(`it fails though an account can read it: ${failed}`);
  }
  await close();
  const found = new Set<string>();
  const texts = [...written.keys(), ...Array.from({ length: FIRST }, (_, n) => firstText(n))];
  for (const finding of await stage.findings()) {
    const at = ids.indexOf(finding.task_id);
    const { text } = finding.pattern;
    // Every project is found by its description.
    if (finding.source_type === 'gitlab_cloud' && finding.container.key.startsWith('project') && finding.path === '-/description') continue;
    if (finding.organisation_id !== organisations[ORGANISATION_OF[at] ?? 0]) wrong.push('a finding of another organisation');
    if (!ever.has(`${at} ${text}`)) wrong.push(`task ${at} never searched for ${text}`);
    const line = finding.excerpt.text.split('\n').find((one) => one.includes(text)) ?? '';
    const isWritten = written.has(line) || FIRST_TEXT.test(line);
    const isBeginning = world.wasCut?.(finding.container.key) === true && texts.some((one) => one.startsWith(line));
    if (!isWritten && !isBeginning) wrong.push(`nobody wrote ${finding.path}: ${finding.excerpt.text}`);
    // What stands behind `!/` is part of an event's identity; a title is not.
    if (world.isTitled && splitInside(finding.path).inner !== '') wrong.push(`another event for the title ${finding.path}`);
    found.add(`${at} ${text} ${finding.container.key} ${world.isTitled ? '' : finding.path} ${line}`);
  }
  for (const [at, { words, running }] of searching.entries())
    for (const word of running ? words : [])
      for (const { container, path, text, cut } of world.shown()) {
        if (!(cut ?? text).includes(word)) continue;
        if (world.isStream && (written.get(text) ?? 0) < (since.get(`${at} ${word}`) ?? 0)) continue;
        const place = `${at} ${word} ${container} ${path ?? ''} ${cut ?? text}`;
        if (!(cut === undefined ? found.has(place) : [...found].some((one) => one.startsWith(place)))) wrong.push(`missed: ${place}`);
      }
  return wrong;
}
