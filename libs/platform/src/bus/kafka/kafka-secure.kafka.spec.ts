import { createTestDatabase, JavaBroker, type TestDatabase, waitUntil } from '@leakwatch/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../config/load-settings.ts';
import { databaseSettings } from '../../config/settings.ts';
import { createLogger } from '../../logging/logger.ts';
import { Database } from '../../orm/database.ts';
import { CONSUMER } from '../../orm/scope.ts';
import type { Bus } from '../bus.port.ts';
import { messageType, type Payload } from '../conformance/stage.fixture.ts';
import { outgoing } from '../message-type.ts';
import { openBus } from '../open-bus.ts';

describe('a broker that asks for TLS and a password', () => {
  let broker: JavaBroker;
  let created: TestDatabase;
  let database: Database;
  const buses: Bus[] = [];

  beforeAll(async () => {
    broker = await JavaBroker.open({ secure: true });
    created = await createTestDatabase();
    database = await Database.open({ url: created.url, service: 'events', pool: 4 });
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    await database.close();
    await created.drop();
    await broker.dispose();
  });

  /** A bus as the settings make it; what is sent by it is sent by none before it. */
  const busWith = async (env: NodeJS.ProcessEnv): Promise<Bus> => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
    const { security } = broker;
    const settings = loadSettings(databaseSettings, {
      DATABASE_URL: created.url,
      KAFKA_BROKERS: security?.address,
      KAFKA_TLS: 'true',
      KAFKA_CA_FILE: security?.caFile,
      KAFKA_USERNAME: security?.username,
      KAFKA_PASSWORD: security?.password,
      ...env,
    });
    const bus = await openBus(settings, createLogger('test', 'silent'));
    buses.push(bus);
    return bus;
  };
  const publish = (bus: Bus, message: ReturnType<typeof messageType>) =>
    database.inScope(CONSUMER, (em) => bus.publish(em, [outgoing(message, { key: 'a', n: 1 })]));

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])('is spoken to by %s', async (mechanism) => {
    const bus = await busWith({ KAFKA_SASL_MECHANISM: mechanism });
    const message = messageType();
    const seen: Payload[] = [];
    await bus.consume({ group: mechanism, message, handle: async (batch) => void seen.push(...batch.map(({ payload }) => payload)) });
    await publish(bus, message);
    await waitUntil('the message', async () => seen.length > 0);
    expect(seen).toEqual([{ key: 'a', n: 1 }]);
  });

  it.each([
    ['a wrong password', { KAFKA_SASL_MECHANISM: 'plain', KAFKA_PASSWORD: 'wrong' }],
    [
      'an authority that did not sign its certificate',
      { KAFKA_SASL_MECHANISM: 'plain', KAFKA_CA_FILE: '/etc/ssl/certs/ca-certificates.crt' },
    ],
    ['no TLS', { KAFKA_SASL_MECHANISM: 'plain', KAFKA_TLS: 'false' }],
  ])('gets nothing from one with %s; the message waits and is sent when the settings are right', async (_what, env) => {
    const message = messageType();
    const seen: Payload[] = [];
    const handle = async (batch: readonly { readonly payload: Payload }[]) => void seen.push(...batch.map(({ payload }) => payload));
    const wrong = await busWith(env);
    await publish(wrong, message);
    await wrong.consume({ group: 'late', message, handle });
    expect(seen).toEqual([]);
    const right = await busWith({ KAFKA_SASL_MECHANISM: 'scram-sha-512' });
    await right.consume({ group: 'late', message, handle });
    await waitUntil('the message', async () => seen.length > 0, 60_000);
    expect(seen).toEqual([{ key: 'a', n: 1 }]);
  });

  it.each([
    [{ KAFKA_SASL_MECHANISM: 'plain', KAFKA_PASSWORD: undefined }, 'Setting KAFKA_SASL_MECHANISM: needs KAFKA_USERNAME and KAFKA_PASSWORD'],
    [{ KAFKA_CA_FILE: '/nonexistent.pem' }, 'Setting KAFKA_CA_FILE: /nonexistent.pem cannot be read'],
    [{ KAFKA_BROKERS: 'broker' }, 'Setting KAFKA_BROKERS: must be host:port'],
    [{ KAFKA_SASL_MECHANISM: 'gssapi' }, 'Setting KAFKA_SASL_MECHANISM: '],
  ])('is refused in one clear line when a setting is wrong: %j', async (env, line) => {
    await expect(busWith(env)).rejects.toThrow(line);
  });
});
