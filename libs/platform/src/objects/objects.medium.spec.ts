import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings } from '../config/load-settings.ts';
import { coreSettings, objectSettings } from '../config/settings.ts';
import { z } from 'zod';

const settingsSchema = z.object({ ...coreSettings.pick({ LEAKWATCH_HOME: true }).shape, ...objectSettings.shape });
import { objectsConformance } from './conformance.fixture.ts';
import { isTransient } from '../errors/transient.ts';
import { openObjects } from './open-objects.ts';
import { S3Objects } from './s3-objects.ts';
import { startS3Server } from './s3-server.fixture.ts';

objectsConformance('a folder', async () => {
  const home = mkdtempSync(join(tmpdir(), 'leakwatch-objects-'));
  return {
    store: await openObjects(loadSettings(settingsSchema, { LEAKWATCH_HOME: home })),
    close: async () => rmSync(home, { recursive: true, force: true }),
  };
});

objectsConformance('an S3 store', async () => {
  const server = await startS3Server('leakwatch');
  const settings = loadSettings(settingsSchema, { S3_ENDPOINT: server.endpoint, S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' });
  return { store: await openObjects(settings), close: () => server.close() };
});

it('a folder loses what a killed process left half written, and nothing that is being written', async () => {
  const home = mkdtempSync(join(tmpdir(), 'leakwatch-objects-'));
  const parts = join(home, 'objects', '.parts');
  mkdirSync(parts, { recursive: true });
  for (const name of ['left', 'under-way']) writeFileSync(join(parts, name), 'half of a report');
  const before = Date.now() / 1000 - 2 * 3_600;
  utimesSync(join(parts, 'left'), before, before);
  const store = await openObjects(loadSettings(settingsSchema, { LEAKWATCH_HOME: home }));
  await store.put('reports/a/1.bin', Uint8Array.of(1));
  expect(readdirSync(parts)).toEqual(['under-way']);
  expect(await store.get('reports/a/1.bin')).toHaveLength(1);
  rmSync(home, { recursive: true });
});

it('an S3 store without keys is refused at the start: every file would be refused later', async () => {
  for (const keys of [{}, { S3_ACCESS_KEY: 'key' }, { S3_SECRET_KEY: 'secret' }])
    await expect(openObjects(loadSettings(settingsSchema, { S3_ENDPOINT: 'http://127.0.0.1:1', ...keys }))).rejects.toThrow(
      'Setting S3_ENDPOINT',
    );
});

describe('an S3 store that is away', () => {
  const faultsOf = async (listener: RequestListener) => {
    const folder = mkdtempSync(join(tmpdir(), 'leakwatch-objects-'));
    const path = join(folder, 'a file');
    writeFileSync(path, 'a report');
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const store = new S3Objects({ endpoint, bucket: 'b', region: 'us-east-1', accessKey: 'k', secretKey: 's', silenceMs: 300 });
    const asked = [store.put('a', Uint8Array.of(1)), store.putFile('a', path), store.get('a'), store.read('a'), store.delete('a')];
    const faults = await Promise.all(asked.map((one) => one.then(() => 'none', isTransient)));
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
    return faults;
  };

  it.each([503, 500, 429])('is a dependency that is away where it answers %d', async (status) => {
    expect(await faultsOf((request, response) => void request.resume().on('end', () => response.writeHead(status).end()))).toEqual(
      Array.from({ length: 5 }, () => true),
    );
  });

  it('is one too where it says nothing, and nobody waits for it for ever', async () => {
    expect(await faultsOf((request) => void request.resume())).toEqual(Array.from({ length: 5 }, () => true));
  });

  it('is not away where it refuses', async () => {
    expect(await faultsOf((request, response) => void request.resume().on('end', () => response.writeHead(403).end()))).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });
});
