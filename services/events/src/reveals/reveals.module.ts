import { Module } from '@nestjs/common';
import { RecordReveal } from './record-reveal.ts';
import { RevealEvent } from './reveal-event.ts';
import { RevealsController } from './reveals.controller.ts';

/** Secrets of an event are shown to a person who asks, and it is recorded. */
@Module({ controllers: [RevealsController], providers: [RecordReveal, RevealEvent], exports: [RecordReveal] })
export class RevealsModule {}
