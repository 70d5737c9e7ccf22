import { Controller } from '@nestjs/common';
import { type InputOf, listJobs, listQueues, type QueueJob, removeJob, retryJob } from '@leakwatch/contracts';
import { type BoardJob, type Caller, FromCaller, FromRequest, Serves } from '@leakwatch/platform';
import { dataOf } from './job-data.ts';
import { Queues } from './queues.ts';
import { shownReason } from './shown-reason.ts';
import { StepJob } from './step-job.ts';

const DONE = { ok: true } as const;

@Controller()
export class QueuesController {
  constructor(
    private readonly queues: Queues,
    private readonly stepJob: StepJob,
  ) {}

  @Serves(listQueues)
  async getQueues() {
    return { queues: await this.queues.counts() };
  }

  @Serves(listJobs)
  async getJobs(@FromRequest() { params, query: { state, ...page } }: InputOf<typeof listJobs>) {
    const { count, jobs } = await this.queues.jobs(params.queue, state, page);
    return { count, results: jobs.map((job) => shown(params.queue, job)) };
  }

  @Serves(retryJob)
  async postRetry(@FromRequest() { params }: InputOf<typeof retryJob>, @FromCaller() caller: Caller) {
    await this.stepJob.run(params.queue, params.job, 'retry', caller);
    return DONE;
  }

  @Serves(removeJob)
  async delete(@FromRequest() { params }: InputOf<typeof removeJob>, @FromCaller() caller: Caller) {
    await this.stepJob.run(params.queue, params.job, 'remove', caller);
    return DONE;
  }
}

const shown = (queue: string, { data, created, started, reason, ...job }: BoardJob): QueueJob => ({
  ...job,
  data: { ...dataOf(queue, data) },
  created: created.toISOString(),
  started: started?.toISOString() ?? null,
  reason: reason === null ? null : shownReason(reason),
});
