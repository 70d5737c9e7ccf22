import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.ts';
import { ExportAudit } from './export-audit.ts';
import { SecretRevealsConsumer } from './secret-reveals.consumer.ts';

@Module({ controllers: [AuditController, SecretRevealsConsumer], providers: [ExportAudit] })
export class AuditModule {}
