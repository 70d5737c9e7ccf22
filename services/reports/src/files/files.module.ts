import { Module } from '@nestjs/common';
import { openObjects, SETTINGS } from '@leakwatch/platform';
import { OBJECTS } from './objects.ts';
import { SweepFiles } from './sweep-files.ts';

/** Where the files of reports are stored, and how they are deleted. */
@Module({
  providers: [{ provide: OBJECTS, inject: [SETTINGS], useFactory: openObjects }, SweepFiles],
  exports: [OBJECTS, SweepFiles],
})
export class FilesModule {}
