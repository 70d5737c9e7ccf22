import { Module } from '@nestjs/common';
import { Queues } from './queues.ts';
import { QueuesController } from './queues.controller.ts';
import { StepJob } from './step-job.ts';

/** The queues of all services, for staff. */
@Module({ controllers: [QueuesController], providers: [Queues, StepJob] })
export class QueuesModule {}
