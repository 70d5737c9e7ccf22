import { Module } from '@nestjs/common';
import { ScanningModule } from '../scanning/scanning.module.ts';
import { RecheckController } from './recheck.controller.ts';
import { RecheckDocument } from './recheck-document.ts';

/** Documents are looked for where they were found, when a person asks. */
@Module({ imports: [ScanningModule], controllers: [RecheckController], providers: [RecheckDocument] })
export class RecheckModule {}
