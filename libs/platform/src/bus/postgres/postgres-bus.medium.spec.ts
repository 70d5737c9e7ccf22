import { createTestDatabase } from '@leakwatch/testing';
import { createLogger } from '../../logging/logger.ts';
import { Database } from '../../orm/database.ts';
import { busConformance } from '../conformance/bus-conformance.fixture.ts';
import { PostgresBus } from './postgres-bus.ts';

busConformance('postgresql', async () => {
  const created = await createTestDatabase();
  const logger = createLogger('test', 'silent');
  // Any service's role may publish; the suite takes one.
  const database = await Database.open({ url: created.url, service: 'events', pool: 12 });
  return {
    database,
    openBus: () => new PostgresBus({ url: created.url, logger, maxAttempts: 3, pollMs: 200, retentionHours: 1 }),
    dropConnections: () => created.dropConnections(),
    close: async () => {
      await database.close();
      await created.drop();
    },
  };
});
