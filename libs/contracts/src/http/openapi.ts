import { z } from 'zod';
import { defineRoute } from '../route.ts';

export const getOpenApi = defineRoute({
  method: 'GET',
  path: '/api/openapi.json',
  service: 'gateway',
  access: 'public',
  changesState: false,
  summary: 'Get this OpenAPI description, generated from the route table',
  answer: z.record(z.string(), z.unknown()),
  errors: [],
});
