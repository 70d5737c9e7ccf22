import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { INTEGER_MAX } from '../paging.ts';
import { PUBLIC_ROUTES } from './routes.ts';

/** Paths of integers in a JSON schema that may be larger than a column of PostgreSQL holds. */
function* unbounded(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, maximum } = schema as { readonly type?: unknown; readonly maximum?: unknown };
  if (type === 'integer' && !(typeof maximum === 'number' && maximum <= INTEGER_MAX)) yield path;
  for (const [key, value] of Object.entries(schema)) yield* unbounded(value, `${path}.${key}`);
}

test('every integer that a request can hold fits into an integer of PostgreSQL', () => {
  const found = PUBLIC_ROUTES.flatMap((route) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = route[part];
      return schema === undefined
        ? []
        : [...unbounded(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), `${route.method} ${route.path} ${part}`)];
    }),
  );
  expect(found).toEqual([]);
});
