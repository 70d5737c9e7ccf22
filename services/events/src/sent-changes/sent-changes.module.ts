import { Module } from '@nestjs/common';
import { MakeOnce } from './make-once.ts';

/** Changes of events that are sent again are made once. */
@Module({ providers: [MakeOnce], exports: [MakeOnce] })
export class SentChangesModule {}
