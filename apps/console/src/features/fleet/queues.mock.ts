import { listJobs, listQueues, type QueueJob, QUEUES, removeJob, retryJob } from '@leakwatch/contracts';
import { type JobState, type JobStep, STEPS_OF_JOB } from '@leakwatch/vocabulary';
import { handle } from '../../../mock/handle.ts';
import { mockId } from '../../../mock/ids.ts';
import { DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

const [FIRST = ''] = QUEUES;
const of = (world: World, queue: string, state: JobState) => (world.jobs[queue] ?? []).filter((one) => one.state === state);

function step(world: World, queue: string, id: string, taken: JobStep): QueueJob {
  const job = world.jobs[queue]?.find((one) => one.id === id);
  if (job === undefined) throw notFound();
  if (!STEPS_OF_JOB[job.state].includes(taken)) throw new Refusal(409, 'job_moved');
  return job;
}

function put(world: World, queue: string, id: string, changed: readonly QueueJob[]): typeof DONE {
  world.jobs[queue] = (world.jobs[queue] ?? []).flatMap((one) => (one.id === id ? changed : [one]));
  return DONE;
}

export const HANDLERS = [
  handle(listQueues, ({ world }) => ({
    queues: QUEUES.map((queue) => ({
      queue,
      waiting: of(world, queue, 'waiting').length,
      active: of(world, queue, 'active').length,
      delayed: of(world, queue, 'delayed').length,
      failed: of(world, queue, 'failed').length,
    })),
  })),
  handle(listJobs, ({ world, params, query }) => pageOf(of(world, params.queue, query.state), query), { params: { queue: FIRST } }),
  handle(
    retryJob,
    ({ world, params: { queue, job } }) =>
      put(world, queue, job, [{ ...step(world, queue, job, 'retry'), state: 'waiting', started: null, reason: null }]),
    { params: { queue: FIRST, job: mockId(60, 4) } },
  ),
  handle(
    removeJob,
    ({ world, params: { queue, job } }) => {
      step(world, queue, job, 'remove');
      return put(world, queue, job, []);
    },
    { params: { queue: FIRST, job: mockId(60, 1) } },
  ),
];
