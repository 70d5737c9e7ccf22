import { Module } from '@nestjs/common';
import { RecheckController } from './recheck.controller.ts';
import { RecheckDocument } from './recheck-document.ts';

/** Documents are looked for where they were found, when a person asks. */
@Module({ controllers: [RecheckController], providers: [RecheckDocument] })
export class RecheckModule {}
