import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, type ObjectStore, ObjectSweep } from '@leakwatch/platform';
import { OBJECTS } from './objects.ts';

/** Where the deletions of files are listed. */
export const FILE_DELETIONS = 'reports.file_deletion';

/** Deletes the files that are due. */
@Injectable()
export class SweepFiles extends ObjectSweep {
  constructor(database: Database, @Inject(OBJECTS) objects: ObjectStore, @Inject(LOGGER) logger: Logger) {
    super(database, objects, FILE_DELETIONS, logger);
  }
}
