import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, NotFound, STAFF } from '@leakwatch/platform';
import { type JobStep, STEPS_OF_JOB } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { dataOf } from './job-data.ts';
import { Queues } from './queues.ts';

const KINDS = { retry: 'job_retried', remove: 'job_removed' } as const;
const owned = z.object({ organisation_id: z.uuid() });

/** Staff retry or remove a job. */
@Injectable()
export class StepJob {
  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
  ) {}

  /**
   * Recorded before it is done, so that no step is without a record; a step that comes too late leaves a record of the attempt.
   * @throws NotFound; Conflict job_moved for a job in a state that does not allow the step; Unavailable
   */
  async run(queue: string, id: string, step: JobStep, caller: Caller): Promise<void> {
    const job = await this.queues.find(queue, id);
    if (job === undefined) throw new NotFound();
    if (!STEPS_OF_JOB[job.state].includes(step)) throw new Conflict('job_moved');
    const read = owned.safeParse(dataOf(queue, job.data));
    await this.database.inScope(STAFF, (em) =>
      recordAudit(em, {
        kind: KINDS[step],
        account: signedIn(caller).id,
        organisation: read.success ? read.data.organisation_id : null,
        from: caller,
        detail: { queue, job: id },
      }),
    );
    if (!(await this.queues[step](queue, id))) throw new Conflict('job_moved');
  }
}
