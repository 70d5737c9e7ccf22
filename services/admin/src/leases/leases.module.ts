import { Module } from '@nestjs/common';
import { EndLease } from './end-lease.ts';
import { LeaseAccess } from './lease-access.ts';
import { LeasesController } from './leases.controller.ts';

@Module({ controllers: [LeasesController], providers: [EndLease, LeaseAccess] })
export class LeasesModule {}
