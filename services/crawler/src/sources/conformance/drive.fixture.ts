import type { LaunchFinished, LaunchProgress, TaskChange } from '@leakwatch/contracts';
import type { Subject } from './subject.fixture.ts';

/** When a request of the source begins, is answered, or fails. `number` counts the moments from 1. */
export interface Moment {
  readonly request: 'ask' | 'fetch';
  readonly at: 'before' | 'after' | 'failed';
  readonly number: number;
}
export type Watch = (moment: Moment) => void | Promise<void>;

/** Coverage of one unit, or of one repository of a task. */
export interface Covered {
  /** It covers only the documents with odd numbers. */
  readonly onlyOdd: boolean;
  readonly total: number | null;
  readonly read: number;
  /** Nothing was left out, cut off or unread. */
  readonly isWhole: boolean;
}

/** A source at work, as its part of the crawler runs it: units by their runner, git repositories by their launches. */
export interface Drive {
  readonly subject: Pick<Subject, 'put' | 'pathOf' | 'close'>;
  /** A document that several tasks need is read once, whenever their launches begin. */
  readonly readsOnce: boolean;
  /** Called at every moment, before it goes on. */
  watch: Watch;
  /** A killed worker aborts it. */
  readonly worker: AbortController;
  readonly asks: number;
  readonly fetches: number;
  /** Nothing is known any more; the upstream stays as it is. */
  empty(): Promise<void>;
  /** Saves a running task that searches for a word. */
  save(word: string, change?: Partial<TaskChange>): Promise<TaskChange>;
  /** Stops a task. Resolves when workers know that. */
  stop(task: TaskChange): Promise<void>;
  launch(task: TaskChange): Promise<string>;
  /** Works until nothing is left or the worker was killed, and reports after each step. */
  workAndReport(): Promise<void>;
  /** A worker begins and hangs. Returns what it does when it comes back. */
  hang(): Promise<() => Promise<void>>;
  /** What a worker throws whose work another one has taken over. */
  readonly lost: new () => Error;
  /** Another worker takes over from one that was killed or hangs. */
  takeOver(): Promise<void>;
  reports(launch: string): Promise<{ readonly progress: readonly LaunchProgress[]; readonly ends: readonly LaunchFinished[] }>;
  /** What a task got: the path of each finding, in order. Throws when another organisation's task has one. */
  found(task: TaskChange): Promise<string[]>;
  covered(): Promise<readonly Covered[]>;
}
