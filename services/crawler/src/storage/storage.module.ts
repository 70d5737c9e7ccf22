import { Module } from '@nestjs/common';
import { CollectMirrors } from '../repositories/mirrors/collect-mirrors.ts';
import { StorageLevelsConsumer } from './storage-levels.consumer.ts';

/** What the mirrors of an organisation take, and what stops when its storage is full. */
@Module({ controllers: [StorageLevelsConsumer], providers: [CollectMirrors] })
export class StorageModule {}
