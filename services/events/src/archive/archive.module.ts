import { Module } from '@nestjs/common';
import { ArchiveController } from './archive.controller.ts';

/** What is looked for in the content that is kept, and how far that is. */
@Module({ controllers: [ArchiveController] })
export class ArchiveModule {}
