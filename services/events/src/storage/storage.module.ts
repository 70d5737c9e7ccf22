import { Module } from '@nestjs/common';
import { AddUpStorage } from './add-up-storage.ts';

/** What kept content takes, for the quotas of organisations. */
@Module({ providers: [AddUpStorage] })
export class StorageModule {}
