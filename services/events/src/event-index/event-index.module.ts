import { Module } from '@nestjs/common';
import { IndexTexts } from './index-texts.ts';

/** The search for parts of content, path and owner. */
@Module({ providers: [IndexTexts] })
export class EventIndexModule {}
