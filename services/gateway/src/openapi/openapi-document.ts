import { COMMON_ERRORS, errorAnswer, PUBLIC_ROUTES, type Route } from '@leakwatch/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' });
  return json;
};

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const errorBody = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

function answersOf(route: Route): Json {
  const statuses = [400, 429, 500, 503, ...(route.access === 'public' ? [] : [401]), ...(route.changesState ? [403] : [])];
  const refusals = statuses.map((status): [string, Json] => {
    const codes = Object.entries(COMMON_ERRORS)
      .filter(([, of]) => of === status)
      .map(([code]) => code);
    return [String(status), { description: codes.join(', '), content: errorBody }];
  });
  const own = route.errors.length === 0 ? [] : [['4XX', { description: route.errors.join(', '), content: errorBody }] as const];
  return {
    200: { description: 'Done', content: { [route.answerType ?? 'application/json']: { schema: schemaOf(route.answer, 'output') } } },
    ...Object.fromEntries([...refusals, ...own]),
  };
}

const takesToken = (route: Route) => route.sessionOnly !== true && route.access !== 'pending';
const FILE = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };

function requestBodyOf(route: Route): Json | undefined {
  if (route.bodyType !== undefined) return { required: true, content: { [route.bodyType]: { schema: FILE } } };
  if (route.body === undefined) return undefined;
  return { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } };
}

const operationOf = (route: Route): Json => ({
  summary: route.summary,
  operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^a-zA-Z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
  tags: [route.service],
  parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
  ...((route.body ?? route.bodyType) && { requestBody: requestBodyOf(route) }),
  responses: answersOf(route),
  ...(route.access !== 'public' && { security: takesToken(route) ? [{ session: [] }, { token: [] }] : [{ session: [] }] }),
  'x-access': route.access,
});

/** The description of every public route, from the route table alone. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const route of PUBLIC_ROUTES) paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  return {
    openapi: '3.0.3',
    info: {
      title: 'Leakwatch',
      version: '0.1.0',
      description: 'The console API. State-changing calls with a session cookie need the X-CSRFTOKEN header; with an API token none does.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(errorAnswer, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'leakwatch' }, token: { type: 'http', scheme: 'bearer' } },
    },
  };
}
