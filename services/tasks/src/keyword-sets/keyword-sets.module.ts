import { Module } from '@nestjs/common';
import { KeywordSetsConsumer } from './keyword-sets.consumer.ts';

@Module({ controllers: [KeywordSetsConsumer] })
export class KeywordSetsModule {}
