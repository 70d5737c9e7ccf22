import { sealedColumns as adminColumns } from '@leakwatch/admin/sealed-columns';
import { countContents } from '@leakwatch/events/sealed-contents';
import { CONSUMER, countSealed, Database, type SealedCounts } from '@leakwatch/platform';
import { sealedColumns as tasksColumns } from '@leakwatch/tasks/sealed-columns';

const COLUMNS = { admin: adminColumns, tasks: tasksColumns } as const;
export type SealedPlace = keyof typeof COLUMNS | 'kept content';

/** How many values each version of the sealing key has sealed, by where they are stored. */
export async function sealedValues(databaseUrl: string): Promise<ReadonlyMap<SealedPlace, SealedCounts>> {
  const open = <T>(service: 'admin' | 'tasks' | 'events', read: (database: Database) => Promise<T>): Promise<T> =>
    Database.open({ url: databaseUrl, service, pool: 1 }).then((database) => read(database).finally(() => database.close()));
  const contents = await open('events', (database) => database.inScope(CONSUMER, countContents));
  return new Map<SealedPlace, SealedCounts>([
    ['admin', await open('admin', (database) => countSealed(database, COLUMNS.admin))],
    ['tasks', await open('tasks', (database) => countSealed(database, COLUMNS.tasks))],
    ['kept content', new Map(contents.map(({ version, count }) => [version, count]))],
  ]);
}
