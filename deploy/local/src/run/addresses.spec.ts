import { describe, expect, it } from '@jest/globals';
import { addressesFor, addressSettings, metricsSettings, portsBehind } from './addresses.ts';
import { ONE_EACH } from './scale.ts';
import { restartPause } from './service-process.ts';

const scale = { ...ONE_EACH, gateway: 2, tasks: 2, crawler: 3 };
const addresses = addressesFor(scale, '0.0.0.0', [80, 81], [1, 2, 3, 4, 5, 6, 7, 8]);

describe('addresses of the processes', () => {
  it('are different for each process', () => {
    expect(portsBehind(scale)).toBe(8);
    const all = Object.values(addresses).flat();
    expect(new Set(all).size).toBe(10);
    expect(addresses.gateway).toEqual(['http://0.0.0.0:80', 'http://0.0.0.0:81']);
  });

  it('are passed to each process with its own first', () => {
    const [first = '', second = ''] = addresses.tasks;
    expect(addressSettings(addresses, first)['TASKS_URL']).toBe(`${first},${second}`);
    expect(addressSettings(addresses, second)['TASKS_URL']).toBe(`${second},${first}`);
    expect(addressSettings(addresses, second)['EVENTS_URL']).toBe(addresses.events.join());
    expect(addressSettings(addresses, second)['LEAKWATCH_PORT']).toBeUndefined();
  });

  it('give each process a port of its own for metrics', () => {
    const all = Object.values(addresses).flat();
    const ports = all.map((own) => metricsSettings(addresses, own, 9_464)['METRICS_PORT']);
    expect(ports).toEqual(all.map((_, index) => String(9_464 + index)));
    expect(metricsSettings(addresses, all[0] ?? '', undefined)).toEqual({});
  });

  it('give each gateway its own port', () => {
    expect(addresses.gateway.map((own) => addressSettings(addresses, own)['LEAKWATCH_PORT'])).toEqual(['80', '81']);
  });
});

describe('a process that dies again and again', () => {
  it('is started again after longer and longer pauses, up to 30 s', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(restartPause)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });
});
