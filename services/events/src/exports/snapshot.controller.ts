import { Controller } from '@nestjs/common';
import { type InputOf, internalEventSnapshot } from '@leakwatch/contracts';
import { Database, FromRequest, Serves, STAFF } from '@leakwatch/platform';
import { eventSnapshot } from './snapshot.read-model.ts';

@Controller()
export class SnapshotController {
  constructor(private readonly database: Database) {}

  /** The events of every organisation, as staff see them: without those that were deleted with their task. */
  @Serves(internalEventSnapshot)
  getSnapshot(@FromRequest() { query }: InputOf<typeof internalEventSnapshot>) {
    return this.database.read(STAFF, (em) => eventSnapshot(em, query.after ?? null));
  }
}
