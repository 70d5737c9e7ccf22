import { Module } from '@nestjs/common';
import { JudgeStorage } from './judge-storage.ts';
import { StorageController } from './storage.controller.ts';
import { StorageUseConsumer } from './storage-use.consumer.ts';

/** What organisations store, and their quotas. */
@Module({ controllers: [StorageController, StorageUseConsumer], providers: [JudgeStorage], exports: [JudgeStorage] })
export class StorageModule {}
