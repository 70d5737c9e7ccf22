import { listEvents, type EventRow } from '@leakwatch/contracts';
import type { ConsoleClient } from '@leakwatch/local';
import type { SampleRepository } from '@leakwatch/simulators';

/** The fields in which an event and a planted leak must agree. */
const spell = (pattern: string, path: string, line: number, commit: string) => `${pattern} | ${path}:${line} | ${commit}`;

export async function eventsOf(user: ConsoleClient, task: string): Promise<readonly EventRow[]> {
  return listEvents.answer.parse(await user.get(`/api/events/?status=all&limit=100&task=${task}`)).results;
}

export const spelledEvents = (events: readonly EventRow[]): string[] =>
  events.map((event) => spell(event.pattern, event.file_path, event.line, event.commit ?? '')).sort();

export const spelledLeaks = (sample: SampleRepository): string[] =>
  sample.planted.map((leak) => spell(leak.patternText, leak.path, leak.line, leak.commit)).sort();

/** Waits until the source of a task is done. */
export async function untilDone(user: ConsoleClient, task: string, ms = 240_000): Promise<void> {
  const deadline = Date.now() + ms;
  for (;;) {
    const details = await user.get(`/api/tasks/${task}/`).catch(() => undefined);
    const text = JSON.stringify(details ?? {});
    if (text.includes('"state":"done"')) return;
    if (Date.now() > deadline) throw new Error(`the task was not done in time: ${text.slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** Waits until the task has so many events; findings arrive shortly after the launch's end. */
export async function untilEvents(user: ConsoleClient, task: string, count: number, ms = 60_000): Promise<readonly EventRow[]> {
  const deadline = Date.now() + ms;
  for (;;) {
    const events = await eventsOf(user, task).catch(() => []);
    if (events.length >= count) return events;
    if (Date.now() > deadline) throw new Error(`${events.length} events of ${count}: ${spelledEvents(events).join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
