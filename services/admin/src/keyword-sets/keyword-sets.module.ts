import { Module } from '@nestjs/common';
import { CreateKeywordSet } from './create-keyword-set.ts';
import { KeywordSetsController } from './keyword-sets.controller.ts';

@Module({ controllers: [KeywordSetsController], providers: [CreateKeywordSet] })
export class KeywordSetsModule {}
