import { Module } from '@nestjs/common';
import { AskChecks } from './ask-checks.ts';
import { BeginCheck } from './begin-check.ts';
import { PoolCheckQueue } from './pool-check-queue.ts';
import { PoolChecksController } from './pool-checks.controller.ts';
import { ProbeProxies } from './probe-proxies.ts';
import { ReportCheck } from './report-check.ts';

@Module({ controllers: [PoolChecksController], providers: [AskChecks, BeginCheck, PoolCheckQueue, ProbeProxies, ReportCheck] })
export class PoolChecksModule {}
