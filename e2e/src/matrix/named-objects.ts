import type { Method, Route } from '@leakwatch/contracts';
import { z } from 'zod';
import { PASSWORD } from '../product/product.ts';

/** What a request can name by its id. Each belongs to one organisation or to one person. */
export const OBJECTS = [
  'task',
  'event',
  'comment',
  'rule',
  'report',
  'notification',
  'webhook',
  'delivery',
  'session',
  'organisation',
  'tariff',
  'batch',
  'member',
  'view',
] as const;
export type NamedObject = (typeof OBJECTS)[number];
export type Ids = Readonly<Record<NamedObject, string>>;

/** An id that nothing has. */
export const MISSING = '11111111-2222-4333-8444-555555555555';
export const MISSING_IDS: Ids = {
  task: MISSING,
  event: MISSING,
  comment: MISSING,
  rule: MISSING,
  report: MISSING,
  notification: MISSING,
  webhook: MISSING,
  delivery: MISSING,
  session: MISSING,
  organisation: MISSING,
  tariff: MISSING,
  batch: MISSING,
  member: MISSING,
  view: MISSING,
};

/** A request that names objects as `{object}` in its address or body, and is valid apart from it. */
export interface NamingRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: unknown;
}

const get = (path: string): NamingRequest => ({ method: 'GET', path });
const post = (path: string, body?: unknown): NamingRequest => ({ method: 'POST', path, body });
const patch = (path: string, body?: unknown): NamingRequest => ({ method: 'PATCH', path, body });
const remove = (path: string): NamingRequest => ({ method: 'DELETE', path });

const DAY = 'start=2026-01-01T00:00:00Z&end=2026-12-31T00:00:00Z';
const EVENTS = '/api/events/?status=all';
const STATISTICS = '/api/events/stat/?status=all';
const NEIGHBOURS = '/api/events/{event}/neighbours/?status=all';
const rule = { rule_owner: 'someone', rule_repo: 'something', source_type: 'github', block_type: 'repository' };

/** Requests whose answer to the owner may be the one for a missing id: only staff choose an organisation, and an event may have no similar ones. */
export const COMPARED_REQUESTS: readonly NamingRequest[] = [
  get(`${EVENTS}&similar_to={event}`),
  get(`${STATISTICS}&similar_to={event}`),
  get(`${NEIGHBOURS}&similar_to={event}`),
  get(`${NEIGHBOURS}&id={event}`),
  get(`${NEIGHBOURS}&task={task}`),
  get(`${NEIGHBOURS}&org={organisation}`),
  get(`${EVENTS}&assignee={member}`),
  get(`${STATISTICS}&assignee={member}`),
  get(`${NEIGHBOURS}&assignee={member}`),
  get('/api/events/members/?org={organisation}'),
  get('/api/tasks/?org={organisation}'),
  get('/api/tasks/full/?org={organisation}'),
  get(`${EVENTS}&org={organisation}`),
  get(`${STATISTICS}&org={organisation}`),
  get('/api/overview/events/?org={organisation}'),
  get('/api/overview/sources/?org={organisation}'),
  get('/api/rules/?org={organisation}'),
  get('/api/reports/?org={organisation}'),
  get('/api/control/tariffs/all_inclusive/current_limits/?company={organisation}'),
];

/** Requests of users, those that change something last: an owner sends them in this order. */
export const NAMING_REQUESTS: readonly NamingRequest[] = [
  get('/api/tasks/{task}/'),
  get('/api/tasks/{task}/coverage/'),
  get('/api/tasks/{task}/archive/'),
  get(`/api/tasks/{task}/chart_data/?${DAY}`),
  get('/api/tasks/{task}/chart_info/'),
  get(`${EVENTS}&task={task}`),
  get(`${EVENTS}&id={event}`),
  get(`${STATISTICS}&task={task}`),
  get(`${STATISTICS}&id={event}`),
  get('/api/events/{event}/'),
  get('/api/events/{event}/activity/'),
  get(NEIGHBOURS),
  get('/api/events/{event}/similar/'),
  get('/api/logs/task-changing/?task={task}'),
  get('/api/events/{event}/same_file/'),
  get('/api/events/{event}/text/'),
  get('/api/events/{event}/download_event_backup/'),
  get('/api/events/{event}/download_event_original/'),
  post('/api/events/{event}/reveal/'),
  post('/api/events/{event}/recheck/'),
  get('/api/comments/?event={event}'),
  get('/api/comments/{comment}/'),
  get('/api/rules/{rule}/'),
  get('/api/rules/{rule}/count_events/'),
  get('/api/reports/{report}/'),
  get('/api/notifications/{notification}/'),
  get('/api/control/tariffs/all_inclusive/{tariff}/'),
  post('/api/rules/', { ...rule, task: '{task}' }),
  post('/api/rules/', { ...rule, event: '{event}' }),
  post('/api/comments/', { event: '{event}', text: 'noted' }),
  patch('/api/comments/{comment}/', { text: 'changed', event: '{event}' }),
  patch('/api/rules/{rule}/', { ...rule, rule_owner: 'another', task: '{task}', event: '{event}' }),
  post('/api/rules/{rule}/blacklist_events/'),
  patch('/api/reports/{report}/'),
  // Before the events of the batch change again.
  post('/api/events/assign/', { batch: '{batch}', due_date: '2027-01-31' }),
  post('/api/events/{event}/change_status/', { status: 'false', event: '{event}' }),
  post('/api/events/change_status/', { events: ['{event}'], status: 'fixed' }),
  post('/api/events/comment/', { events: ['{event}'], text: 'noted' }),
  get('/api/events/members/?event={event}'),
  post('/api/events/assign/', { events: ['{event}'], assignee: '{member}' }),
  post('/api/events/undo_status/', { batch: '{batch}' }),
  post('/api/tasks/{task}/stop/'),
  post('/api/tasks/{task}/start/'),
  post('/api/tasks/{organisation}/start_session/', { taskIds: ['{task}'] }),
  post('/api/tasks/{organisation}/stop_session/'),
  patch('/api/tasks/{task}/', { title: 'Renamed', patterns: { keywords: { patterns: ['word'] } } }),
  patch('/api/events/views/{view}/', { name: 'Renamed' }),
  remove('/api/events/views/{view}/'),
  patch('/api/webhooks/{webhook}/', { active: true }),
  post('/api/webhooks/{webhook}/rotate/'),
  post('/api/webhooks/{webhook}/test/'),
  get('/api/webhooks/{webhook}/deliveries/'),
  post('/api/webhooks/{webhook}/deliveries/replay/'),
  post('/api/webhooks/{webhook}/deliveries/{delivery}/replay/'),
  remove('/api/webhooks/{webhook}/'),
  post('/api/notifications/{notification}/close/'),
  get('/api/notifications/{notification}/close/'),
  remove('/api/notifications/{notification}/'),
  remove('/api/comments/{comment}/'),
  remove('/api/rules/{rule}/'),
  remove('/api/reports/{report}/'),
  remove('/api/tasks/{task}/'),
  post('/api/profile/sessions/{session}/end/', { password: PASSWORD }),
];

/** The request with ids in the places of the objects that it names. */
export function withIds({ method, path, body }: NamingRequest, ids: Readonly<Record<string, string>>): NamingRequest {
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (place, object: string) => ids[object] ?? place);
  return { method, path: fill(path), ...(body !== undefined && { body: JSON.parse(fill(JSON.stringify(body))) }) };
}

const AN_ID = '00000000-0000-4000-8000-000000000000';
const isId = (schema: z.ZodType) => schema.safeParse(AN_ID).success && !schema.safeParse('not an id').success;
const names = (text: string) => /\{\w+\}/.test(text);

/** Where a route takes an id, as `path`, `query.task` or `body.event`. */
function placesOfIds({ path, query, body }: Route): string[] {
  const fields = (schema: z.ZodType | undefined) => (schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : []);
  return [
    ...(/\{(id|companyId)\}/.test(path) ? ['path'] : []),
    ...fields(query)
      .filter(([, schema]) => isId(schema))
      .map(([name]) => `query.${name}`),
    ...fields(body)
      .filter(([, schema]) => isId(schema) || takesIds(schema))
      .map(([name]) => `body.${name}`),
  ];
}

const takesIds = (schema: z.ZodType) => schema.safeParse([AN_ID]).success && !schema.safeParse(['not an id']).success;

/** Places of ids in these routes that no request of the table fills. */
export function placesLeftOut(routes: readonly Route[], table: readonly NamingRequest[], exceptions: ReadonlySet<string>): string[] {
  return routes.flatMap((route) => {
    const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
    const requests = table.filter(({ method, path }) => method === route.method && pattern.test(path));
    const filled = (place: string) => {
      const [part, name = ''] = place.split('.');
      return requests.some(({ path, body }) => {
        const [address = '', query = ''] = path.split('?');
        if (part === 'path') return names(address);
        if (part === 'query') return names(new URLSearchParams(query).get(name) ?? '');
        return (
          typeof body === 'object' &&
          body !== null &&
          name in body &&
          names(JSON.stringify(Object.entries(body).find(([key]) => key === name)))
        );
      });
    };
    return placesOfIds(route)
      .filter((place) => !filled(place))
      .map((place) => `${route.method} ${route.path} ${place}`)
      .filter((place) => !exceptions.has(place));
  });
}
