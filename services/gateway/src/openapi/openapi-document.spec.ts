import { describe, expect, it } from '@jest/globals';
import { PUBLIC_ROUTES } from '@leakwatch/contracts';
import { z } from 'zod';
import { openApiDocument } from './openapi-document.ts';

const operation = z.object({
  parameters: z.array(z.object({ name: z.string(), schema: z.record(z.string(), z.unknown()) })),
  responses: z.record(z.string(), z.object({ description: z.string() })),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) }).parse(openApiDocument());
const of = (method: string, path: string) => operation.parse(document.paths[path]?.[method]);
const statusesOf = (method: string, path: string) => Object.keys(of(method, path).responses).map(Number);

describe('the description of the API', () => {
  it('has every public route, and never declares a fault of the program', () => {
    for (const { method, path } of PUBLIC_ROUTES) expect(statusesOf(method.toLowerCase(), path)).not.toContain(500);
  });

  it('declares what a route can answer, by status', () => {
    expect(statusesOf('get', '/api/tasks/{id}/')).toEqual([200, 400, 401, 403, 404, 409, 429, 431, 503]);
    expect(statusesOf('get', '/api/control/organisations/')).toEqual([200, 400, 401, 403, 409, 429, 431, 503]);
    expect(statusesOf('post', '/api/login/')).toEqual([200, 400, 401, 403, 413, 429, 431, 503]);
    expect(of('post', '/api/discovery/{source_type}/').responses[425]?.description).toContain('discovery_running');
  });

  it('names the values of a yes or no', () => {
    const [cascade] = of('delete', '/api/control/organisations/{id}/').parameters.filter(({ name }) => name === 'cascade');
    expect(cascade?.schema).toMatchObject({ type: 'string', enum: ['true', 'false'] });
  });
});
