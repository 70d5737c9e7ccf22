import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.ts';
import { SourcesModule } from '../sources/sources.module.ts';
import { PoolCheckWorker } from './pool-check.worker.ts';
import { RunCheck } from './run-check.ts';

/** Tries service accounts and proxies when staff ask for it. */
@Module({ imports: [AccountsModule, SourcesModule], providers: [PoolCheckWorker, RunCheck] })
export class PoolChecksModule {}
