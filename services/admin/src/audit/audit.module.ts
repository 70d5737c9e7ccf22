import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.ts';
import { AuditController } from './audit.controller.ts';

@Module({ controllers: [AuditController, ActivityController] })
export class AuditModule {}
