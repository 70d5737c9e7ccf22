import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { PUBLIC_ROUTES } from './routes.ts';

/** Paths of objects in a JSON schema of a request that ignore names which they do not have. */
function* lenient(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, additionalProperties } = schema as { readonly type?: unknown; readonly additionalProperties?: unknown };
  if (type === 'object' && additionalProperties === undefined) yield path;
  for (const [key, value] of Object.entries(schema)) yield* lenient(value, `${path}.${key}`);
}

test('the objects within a body of staff refuse names that they do not have, as services let the body itself do', () => {
  const found = PUBLIC_ROUTES.flatMap(({ access, body, method, path }) => {
    if (access !== 'staff' || body === undefined) return [];
    const strict = body instanceof z.ZodObject ? body.strict() : body;
    return [...lenient(z.toJSONSchema(strict, { io: 'input', unrepresentable: 'any' }), `${method} ${path}`)];
  });
  expect(found).toEqual([]);
});
