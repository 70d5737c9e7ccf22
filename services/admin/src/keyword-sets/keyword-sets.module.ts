import { Module } from '@nestjs/common';
import { EditKeywordSets } from './edit-keyword-sets.ts';
import { KeywordSetsController } from './keyword-sets.controller.ts';

@Module({ controllers: [KeywordSetsController], providers: [EditKeywordSets] })
export class KeywordSetsModule {}
