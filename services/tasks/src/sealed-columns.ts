import { SCHEDULER, type SealedColumn } from '@leakwatch/platform';
import { credentialContext } from './repositories/read-repositories.ts';

/** What the service encrypts at rest. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'tasks.repository', id: 'id', column: 'credentials', context: credentialContext, scope: SCHEDULER },
];
