import { row, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Lets an object go in so many seconds. */
export async function doomObject(em: SqlEntityManager, key: string, seconds: number): Promise<void> {
  await row(
    em,
    sql`insert into reports.doomed_object (object_key, due) values (${key}, now() + make_interval(secs => ${seconds}))
        on conflict (object_key) do update set due = excluded.due`,
  );
}

/** Keeps an object that was to go. False when it is gone already. */
export async function saveObject(em: SqlEntityManager, key: string): Promise<boolean> {
  return (await row(em, sql`delete from reports.doomed_object where object_key = ${key} returning object_key`)) !== undefined;
}

/** One object that is due, held until the transaction ends; undefined when there is none. */
export async function takeDueObject(em: SqlEntityManager): Promise<string | undefined> {
  const due = await row(
    em,
    sql<{ object_key: string }>`delete from reports.doomed_object where object_key = (
      select object_key from reports.doomed_object where due <= now() order by due limit 1 for update skip locked)
      returning object_key`,
  );
  return due?.object_key;
}
