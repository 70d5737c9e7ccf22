import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, waitUntil } from '@leakwatch/testing';
import { Database, rows, sql } from '../orm/database.ts';
import { SCHEDULER } from '../orm/scope.ts';
import { Leader } from './leader.ts';

const SECONDS = 8;

describe.each([
  ['tasks', 'tasks.lease'],
  ['events', 'events.lease'],
])('the leader of the %s service', (service, table) => {
  let created: Awaited<ReturnType<typeof createTestDatabase>>;
  let database: Database;
  beforeAll(async () => {
    created = await createTestDatabase();
    database = await Database.open({ url: created.url, service, pool: 8 });
  });
  afterAll(async () => {
    await database.close();
    await created.drop();
  });

  const leaders = (count: number, name: string) =>
    Array.from({ length: count }, () => new Leader(database, { table, name, seconds: SECONDS }));
  const endLease = (name: string) =>
    database.inScope(SCHEDULER, (em) =>
      rows(em, sql`update ${sql.table(table)} set until = now() - interval '1 second' where name = ${name}`),
    );
  /** The one of them that leads after all asked at once. */
  async function oneOf(all: readonly Leader[]): Promise<Leader> {
    const answers = await Promise.all(all.map((leader) => leader.leads()));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const first = all[answers.indexOf(true)];
    if (first === undefined) throw new Error('nobody leads');
    return first;
  }

  it('is one of many that ask at once, and stays it', async () => {
    const all = leaders(8, 'many');
    const first = await oneOf(all);
    expect(await first.leads()).toBe(true);
    expect(await oneOf(all)).toBe(first);
  });

  it('is replaced by one process when its lease expires; when it returns late it does not lead, and its stop changes nothing', async () => {
    const all = leaders(8, 'gone');
    const first = await oneOf(all);
    const others = all.filter((leader) => leader !== first);
    await endLease('gone');
    const second = await oneOf(others);
    expect(await first.leads()).toBe(false);
    await first.onModuleDestroy();
    for (const other of others.filter((leader) => leader !== second)) expect(await other.leads()).toBe(false);
    expect(await second.leads()).toBe(true);
    expect(await first.leads()).toBe(false);
  });

  it('that stops in order is followed at once', async () => {
    const [first, second] = leaders(2, 'orderly');
    expect(await first?.leads()).toBe(true);
    expect(await second?.leads()).toBe(false);
    await first?.onModuleDestroy();
    expect(await second?.leads()).toBe(true);
  });

  it('leads only the name it was given', async () => {
    const [one] = leaders(1, 'one');
    const [other] = leaders(1, 'other');
    expect([await one?.leads(), await other?.leads()]).toEqual([true, true]);
  });

  it('that is killed is replaced by a process that keeps trying', async () => {
    const child = spawn(
      process.execPath,
      ['--conditions=source', join(import.meta.dirname, 'holder.fixture.ts'), created.url, service, table, 'killed', String(SECONDS)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      await once(child.stdout, 'data');
      const [heir] = leaders(1, 'killed');
      expect(await heir?.leads()).toBe(false);
      child.kill('SIGKILL');
      await once(child, 'exit');
      // It said nothing: the lease has to run out.
      expect(await heir?.leads()).toBe(false);
      await waitUntil('the heir leads', async () => heir?.leads());
    } finally {
      child.kill('SIGKILL');
    }
  });
});
