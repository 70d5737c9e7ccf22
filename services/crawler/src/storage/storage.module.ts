import { Module } from '@nestjs/common';
import { CollectMirrors } from '../repositories/mirrors/collect-mirrors.ts';
import { MirrorRemainsController } from './mirror-remains.controller.ts';
import { StorageLevelsConsumer } from './storage-levels.consumer.ts';

/** What the mirrors of an organisation take, and what stops when its storage is full. */
@Module({ controllers: [MirrorRemainsController, StorageLevelsConsumer], providers: [CollectMirrors] })
export class StorageModule {}
