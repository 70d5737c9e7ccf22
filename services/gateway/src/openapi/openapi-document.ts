import { COMMON_ERRORS, errorAnswer, PUBLIC_ROUTES, ROUTE_ERRORS, type Route } from '@leakwatch/contracts';
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

/**
 * The codes of every route that this route can answer. `internal` is none of them: it would be a fault of the program, and the method of an
 * operation is always allowed.
 */
function commonErrorsOf(route: Route): (readonly [code: string, status: number])[] {
  const hasBody = route.body !== undefined || route.bodyType !== undefined;
  const needsSession = route.access !== 'public';
  const isRestricted = route.access === 'staff' || route.sessionOnly === true || route.access === 'pending';
  const applies: Readonly<Record<number, boolean>> = {
    401: needsSession,
    // A password that must be changed refuses everything but the profile.
    403: needsSession || route.changesState || isRestricted,
    404: route.params !== undefined || route.errors.includes('not_found'),
    405: false,
    // The session of staff works in another organisation's name than the request says.
    409: needsSession,
    413: hasBody,
    500: false,
  };
  return Object.entries(COMMON_ERRORS).filter(([, status]) => applies[status] ?? true);
}

function answersOf(route: Route): Json {
  const refusals = new Map<number, string[]>();
  for (const [code, status] of [
    ...commonErrorsOf(route),
    ...route.errors.filter((code) => code !== 'not_found').map((code) => [code, ROUTE_ERRORS[code]] as const),
  ])
    refusals.set(status, [...(refusals.get(status) ?? []), code]);
  return {
    200: { description: 'Done', content: contentOf(route) },
    ...Object.fromEntries([...refusals].map(([status, codes]) => [status, { description: codes.join(', '), content: errorBody }])),
  };
}

function contentOf(route: Route): Json {
  const answers = { [route.answerType ?? 'application/json']: route.answer, ...route.otherAnswers };
  return Object.fromEntries(Object.entries(answers).map(([type, schema]) => [type, { schema: schemaOf(schema, 'output') }]));
}

const takesToken = (route: Route) => route.sessionOnly !== true && route.access !== 'pending';
const FILE = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };

function requestBodyOf(route: Route): Json | undefined {
  if (route.bodyType !== undefined) return { required: true, content: { [route.bodyType]: { schema: FILE } } };
  if (route.body === undefined) return undefined;
  // A request without a body is read as one with an empty object.
  return { required: !route.body.safeParse({}).success, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } };
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
