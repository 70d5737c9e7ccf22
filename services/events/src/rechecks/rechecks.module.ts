import { Module } from '@nestjs/common';
import { RecheckEvent } from './recheck-event.ts';
import { RechecksController } from './rechecks.controller.ts';

/** Events are looked for at their public addresses when a person asks. */
@Module({ controllers: [RechecksController], providers: [RecheckEvent] })
export class RechecksModule {}
