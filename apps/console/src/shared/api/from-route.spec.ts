import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeOneStatus, getSettings, listEvents, undoStatusChange } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { addressOf, botChecked, fromRoute } from './from-route.ts';

const SOURCES = join(import.meta.dirname, '..', '..');

describe('an endpoint from a route', () => {
  test('has its method, path and query', () => {
    const { query } = fromRoute(listEvents, (status: 'open' | 'fixed') => ({ query: { status: [status, 'closed' as const], limit: 20 } }));
    expect(query('open')).toEqual({ url: '/api/events/?status=open&status=closed&limit=20', method: 'GET' });
    expect(fromRoute(getSettings).query()).toEqual({ url: '/api/settings/', method: 'GET' });
  });

  test('fills parameters of the path, escaped', () => {
    const { query } = fromRoute(changeOneStatus, (id: string) => ({ params: { id }, body: { status: 'open' as const } }));
    expect(query('a/b?c')).toEqual({ url: '/api/events/a%2Fb%3Fc/change_status/', method: 'POST', body: { status: 'open' } });
  });

  test('waits as long as the route says', () => {
    expect(fromRoute(undoStatusChange, (batch: string) => ({ body: { batch } })).query('x')).toMatchObject({ timeout: 120_000 });
  });

  test('may be bot-checked', () => {
    expect(botChecked(fromRoute(getSettings)).query()).toMatchObject({ botChecked: true });
  });

  test('leaves empty values of the query out', () => {
    expect(addressOf(listEvents, { query: { task: '', org: undefined } })).toBe('/api/events/');
  });
});

test('no address of the API is typed in the console', () => {
  const typed = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
    .filter((file) => /\burl: ['`]\/|['`]\/api\//.test(readFileSync(join(SOURCES, file), 'utf8')));
  expect(typed).toEqual([]);
});
