import { getBotCheck, getSettings, login, type Route } from '@leakwatch/contracts';
import { z } from 'zod';
import { type Call } from './handle.ts';
import { isDeclared, notFound, Refusal } from './replies.ts';
import { findRoute, type FoundRoute, HANDLERS } from './handlers.ts';
import type { World } from './world.ts';

export const CSRF = 'mock-csrf';

/** A request as the mock reads it, whatever brought it. */
export interface MockRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly csrf: string | null;
  /** Of JSON; undefined for a form with a file. */
  readonly body: unknown;
}
export interface MockAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Calls that work also when everything else fails: without them there is no page to look at. */
const ALWAYS_WORKING: ReadonlySet<Route> = new Set<Route>([getSettings, getBotCheck, login]);

/** A name that is repeated gives a list, as the services read it. */
const readQuery = (query: URLSearchParams): Readonly<Record<string, string | string[]>> =>
  Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );

function parse(schema: Route['body'], value: unknown): unknown {
  if (schema === undefined) return undefined;
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new Refusal(400, 'invalid_request', {
    fields: Object.fromEntries(error.issues.map((issue) => [issue.path.join('.'), issue.code])),
  });
}

/** Who may call the route now, as the gateway's guards decide it. */
function guard(world: World, { access, changesState }: Route, { method, csrf }: MockRequest): void {
  if (access !== 'public') {
    if (!world.signedIn) throw new Refusal(401, 'not_authenticated');
    if (world.pending && access !== 'pending') throw new Refusal(401, 'second_factor_due');
    if (access === 'staff' && !world.settings.is_staff) throw new Refusal(403, 'forbidden');
  }
  if (world.signedIn && (changesState || method !== 'GET') && csrf !== CSRF) throw new Refusal(403, 'csrf_failed');
}

function answerRoute(world: World, { name, route, params }: FoundRoute, request: MockRequest): unknown {
  const refusal = world.refusals.get(route);
  if (refusal !== undefined) throw refusal;
  guard(world, route, request);
  if (world.scenario === 'failing' && !ALWAYS_WORKING.has(route)) throw new Refusal(500, 'internal');
  const handler = HANDLERS.get(route);
  if (handler === undefined) {
    world.faults.push(`${name} has no handler`);
    throw notFound();
  }
  const call: Call = {
    world,
    params: parse(route.params, params),
    query: parse(route.query, readQuery(request.query)),
    // As services do: a body of staff has no other names.
    body: parse(route.access === 'staff' && route.body instanceof z.ZodObject ? route.body.strict() : route.body, request.body),
  };
  const answer = handler.answer(call);
  const { error } = route.answer.safeParse(answer);
  if (error !== undefined) world.faults.push(`${name} answers what its schema refuses: ${error.message}`);
  return answer;
}

/** The connection breaks after the work was done. */
class Lost extends TypeError {}

const JSON_TYPE = 'application/json';

/** Answers a request from the world. What breaks the contract is noted in `world.faults`. */
export async function answerRequest(world: World, request: MockRequest): Promise<MockAnswer> {
  if (world.delayMs > 0 && request.method !== 'GET') await new Promise((resolve) => setTimeout(resolve, world.delayMs));
  if (request.method !== 'GET') await world.held;
  const found = findRoute(request.method, request.path);
  if (found !== null && world.silent.has(found.route)) return new Promise(() => undefined);
  try {
    if (found === null) {
      world.faults.push(`no route: ${request.method} ${request.path}`);
      throw notFound();
    }
    const answer = answerRoute(world, found, request);
    if (world.lost.has(found.route)) return await Promise.reject(new Lost());
    const type = found.route.answerType ?? JSON_TYPE;
    return { status: 200, type, text: type === JSON_TYPE ? JSON.stringify(answer) : String(answer) };
  } catch (error) {
    if (error instanceof Lost) throw error;
    if (!(error instanceof Refusal)) world.faults.push(`${found?.name ?? request.path}: ${String(error)}`);
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal', { message: String(error) });
    if (found !== null && !isDeclared(found.route, refusal.answer.code))
      world.faults.push(`${found.name} does not declare the code ${refusal.answer.code}`);
    return { status: refusal.status, type: JSON_TYPE, text: JSON.stringify(refusal.answer) };
  }
}
