import { type QueueJob, QUEUES } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';

const job = (number: number, over: Partial<QueueJob>): QueueJob => ({
  id: mockId(60, number),
  state: 'waiting',
  data: { launch_id: mockId(60, number), task_id: mockId(2, number), source_type: 'github', task_version: 3 },
  attempts: 0,
  created: minutesAgo(number),
  started: null,
  reason: null,
  ...over,
});

/** A queue with a job in each state, and one of another shape; the others are empty. */
export const makeJobs = (filled: boolean): Record<string, readonly QueueJob[]> =>
  Object.fromEntries(
    QUEUES.map((queue, at) => [
      queue,
      filled && at === 0
        ? [
            job(1, {}),
            job(2, { data: {} }),
            job(3, { state: 'active', attempts: 1, started: minutesAgo(1) }),
            job(4, { state: 'failed', attempts: 2, started: minutesAgo(30), reason: 'connect ECONNREFUSED 127.0.0.1:5432' }),
          ]
        : [],
    ]),
  );
