import { Module } from '@nestjs/common';
import { CompareTexts } from './compare-texts.ts';
import { LinkTexts } from './link-texts.ts';
import { SweepTexts } from './sweep-texts.ts';

/** By what events are found that are the same leak in another place. */
@Module({ providers: [CompareTexts, LinkTexts, SweepTexts], exports: [CompareTexts] })
export class SimilarityModule {}
