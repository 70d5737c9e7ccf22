import { randomUUID } from 'node:crypto';
import { type Finding, getTaskArchive, type TaskChange } from '@leakwatch/contracts';
import { type Caller, CONSUMER, rows, sql } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import { openEvidence } from '../evidence/evidence.fixture.ts';
import { ArchiveSchedule } from './archive.schedule.ts';
import { SearchArchive } from './search-archive.ts';

type Of = Pick<Finding, 'organisation_id' | 'task_id'>;

export const keyword = (text: string): Pattern => ({ id: randomUUID(), kind: 'keyword', text });
export const expression = (text: string): Pattern => ({ id: randomUUID(), kind: 'regex', text });

/** The events service with kept documents; searches of the archive run step by step, when a test says so. */
export async function openArchive() {
  const evidence = await openEvidence();
  await evidence.app.get(ArchiveSchedule).beforeApplicationShutdown();
  const { database } = evidence.foundation;
  const never = new AbortController().signal;
  const step = (search = evidence.app.get(SearchArchive)) => search.step(never);
  let versions = 10;
  return {
    ...evidence,
    step,
    /** Keeps a document, as a finding of an older pattern at this place. */
    keepDocument: (of: Of, text: string | Buffer, path: string, change: Partial<Finding> = {}) =>
      evidence.leak(of, Buffer.from(text), [{ path, lines_hash: randomUUID(), byte_ranges: [{ start: 0, end: 1 }], ...change }]),
    /** The task has these patterns from now on. */
    setPatterns: async (of: Of, patterns: readonly Pattern[], change: Partial<TaskChange> = {}) => {
      versions += 1;
      await evidence.publishTask({ ...of, version: versions, patterns: [...patterns], ...change });
      await evidence.settled();
    },
    /** Takes steps until none is due. Returns how many. */
    searchAll: async (): Promise<number> => {
      let steps = 0;
      while (await step()) steps += 1;
      return steps;
    },
    searches: async (user: Caller, task: string) =>
      getTaskArchive.answer.parse((await evidence.get(user, `/api/tasks/${task}/archive/`)).json()).searches,
    /** The events that the archive gave: path and pattern. */
    found: async (user: Caller) =>
      (await evidence.list(user)).results
        .filter((event) => event.from_archive)
        .map((event) => `${event.file_path} ${event.pattern}`)
        .toSorted(),
    /** What a step that is under way holds is free, as when its process died and the time of its lease is over. */
    expireLeases: () =>
      database.inScope(CONSUMER, (em) => rows(em, sql`update events.archive_search set leased_until = now() - interval '1 s'`)),
    /** What the task's searches wait for is over. */
    makeDue: (task: string) =>
      database.inScope(CONSUMER, (em) => rows(em, sql`update events.archive_search set due = now() where task_id = ${task}`)),
  };
}
