import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.ts';
import { ExportAudit } from './export-audit.ts';

@Module({ controllers: [AuditController], providers: [ExportAudit] })
export class AuditModule {}
