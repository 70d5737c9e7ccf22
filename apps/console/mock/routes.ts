import type {
  AnswerOf,
  checkExpression,
  changeManyStatuses,
  createTask,
  currentOrganisation,
  getBotCheck,
  getSettings,
  getTask,
  listEvents,
  listKeywordGroups,
  listOrganisationOptions,
  listSameFile,
  listTaskOptions,
  listTasks,
  login,
  logoutPost,
  undoStatusChange,
  updateTask,
  uploadKeywords,
} from '@leakwatch/contracts';
import { TRIAGE_STATUSES } from '@leakwatch/vocabulary';
import { RULE_HANDLERS } from './blacklist.ts';
import { CHART_HANDLERS } from './charts.ts';
import { discover } from './discovery.ts';
import { IDENTITY_HANDLERS } from './identity.ts';
import { mockId } from './ids.ts';
import { LOG_HANDLERS } from './logs.ts';
import { type Call, Refusal } from './refusal.ts';
import { KEYWORD_GROUPS, makeTask, ORGANISATION } from './tasks-data.ts';
import { NOTIFICATION_HANDLERS } from './notification-settings.ts';
import { OWN_HANDLERS, OWN_PUBLIC_CALLS } from './people-routes.ts';
import { REPORT_HANDLERS } from './reports.ts';
import { SESSION_HANDLERS } from './sessions.ts';
import { TWO_FACTOR_HANDLERS } from './two-factor.ts';

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
const triage = (value: unknown) => {
  const status = TRIAGE_STATUSES.find((one) => one === value);
  if (status === undefined) throw new Refusal(400, 'invalid_request');
  return status;
};

const events = {
  list: ({ world, query }: Call): AnswerOf<typeof listEvents> => world.list(query),
  changeMany: ({ world, body }: Call): AnswerOf<typeof changeManyStatuses> => world.change(texts(body['events']), triage(body['status'])),
  changeOne: ({ world, id, body }: Call): AnswerOf<typeof changeManyStatuses> => {
    const path = world.events.find((event) => event.id === id)?.file_path;
    const others = body['same_file'] === true ? world.events.filter((event) => event.file_path === path) : [];
    return world.change([id, ...others.map((event) => event.id)], triage(body['status']));
  },
  sameFile: ({ world, id }: Call): AnswerOf<typeof listSameFile> => {
    const path = world.events.find((event) => event.id === id)?.file_path;
    return world.events.filter((event) => event.id !== id && event.file_path === path);
  },
  undo: ({ world, body }: Call): AnswerOf<typeof undoStatusChange> => {
    const restored = world.undo(String(body['batch']));
    if (restored === null) throw new Refusal(409, 'undo_expired');
    return { restored };
  },
};

const taskOf = ({ world, id }: Call) => {
  const task = world.tasks.find((one) => one.id === id);
  if (task === undefined) throw new Refusal(404, 'not_found');
  return task;
};

const tasks = {
  list: ({ world, query }: Call): AnswerOf<typeof listTasks> => {
    const title = (query.get('title') ?? '').toLowerCase();
    const found = world.tasks.filter((task) => task.title.toLowerCase().includes(title));
    const offset = Number(query.get('offset') ?? 0);
    return { count: found.length, results: found.slice(offset, offset + Number(query.get('limit') ?? 10)) };
  },
  options: ({ world }: Call): AnswerOf<typeof listTaskOptions> => world.tasks.map(({ id, title }) => ({ id, title })),
  get: (call: Call): AnswerOf<typeof getTask> => taskOf(call),
  create: ({ world, body }: Call): AnswerOf<typeof createTask> => {
    if (body['title'] === 'Taken title')
      throw new Refusal(422, 'task_invalid', { fields: { title: 'title_length', 'git_repositories.0.git_remote_url': 'remote_refused' } });
    const task = { ...makeTask(1), id: mockId(2, world.tasks.length + 100), title: String(body['title']) };
    world.tasks = [task, ...world.tasks];
    world.sent.push(body);
    return { id: task.id, dropped: [], not_crawled: body['git_monitoring'] === true ? [] : ['github'], stream_only: [] };
  },
  update: (call: Call): AnswerOf<typeof updateTask> => {
    const { id } = taskOf(call);
    call.world.sent.push(call.body);
    call.world.tasks = call.world.tasks.map((task) => (task.id === id ? { ...task, title: String(call.body['title']) } : task));
    return { id, dropped: [], not_crawled: [], stream_only: [] };
  },
  upload: (): AnswerOf<typeof uploadKeywords> => ({
    keywords: ['vpn key', 'filename:.env token'],
    errors: [{ text: 'ab', reason: 'word_too_short' }],
  }),
  /** The browser's own engine stands in for the service's. */
  tryExpression: ({ body }: Call): AnswerOf<typeof checkExpression> => {
    const expression = String(body['expression']);
    const literals = expression.match(/[A-Za-z-]{3,}(?![^[]*\])/g) ?? [];
    try {
      const found = [...String(body['sample'] ?? '').matchAll(new RegExp(expression, 'g'))];
      return { reason: null, literals, matches: found.map(({ 0: text, index }) => ({ start: index, end: index + text.length })) };
    } catch {
      return { reason: 'expression_syntax', literals: [], matches: [] };
    }
  },
  remove: (call: Call): AnswerOf<typeof logoutPost> => {
    const { id } = taskOf(call);
    call.world.deletedWithEvents.push(call.query.get('delete_events'));
    call.world.tasks = call.world.tasks.filter((task) => task.id !== id);
    return { ok: true };
  },
  start: (call: Call): AnswerOf<typeof logoutPost> => {
    if (taskOf(call).title.endsWith('3')) throw new Refusal(409, 'task_limit_reached');
    call.world.tasks = call.world.tasks.map((task) => (task.id === call.id ? { ...task, status: true } : task));
    return { ok: true };
  },
  stop: (call: Call): AnswerOf<typeof logoutPost> => {
    taskOf(call);
    call.world.tasks = call.world.tasks.map((task) => (task.id === call.id ? { ...task, status: false } : task));
    return { ok: true };
  },
};

const people = {
  settings: ({ world, query }: Call): AnswerOf<typeof getSettings> => {
    if (query.get('intro') === 'false') world.settings = { ...world.settings, intro: false };
    return world.counts();
  },
  login: ({ world, body }: Call): AnswerOf<typeof login> => {
    world.botTokens.push(body['token']);
    if (body['password'] !== 'right-password') throw new Refusal(401, 'credentials_invalid');
    world.signedIn = true;
    world.half = world.secondFactor.active || world.secondFactor.mandatory;
    return { username: world.settings.username, user_id: world.settings.user_id };
  },
  logout: ({ world }: Call): AnswerOf<typeof logoutPost> => {
    world.signedIn = false;
    world.half = false;
    return { ok: true };
  },
  botCheck: ({ world }: Call): AnswerOf<typeof getBotCheck> => world.botCheck,
  locale: ({ world, body }: Call): AnswerOf<typeof logoutPost> => {
    world.settings = { ...world.settings, locale: body['locale'] === 'en' ? 'en' : 'ru' };
    return { ok: true };
  },
  organisation: ({ world }: Call): AnswerOf<typeof currentOrganisation> => world.organisation,
  organisations: (): AnswerOf<typeof listOrganisationOptions> => [
    { id: ORGANISATION.id, name: ORGANISATION.name, active: true },
    { id: mockId(8, 2), name: 'Old Corp', active: false },
  ],
  keywords: ({ world }: Call): AnswerOf<typeof listKeywordGroups> => (world.scenario === 'empty' ? [] : KEYWORD_GROUPS),
};

/** `METHOD path` to what answers it; `{id}` stands for one segment. Fixed segments before parameters. */
export const HANDLERS: readonly (readonly [string, (call: Call) => unknown])[] = [
  ['GET /api/settings/', people.settings],
  ['GET /api/bot-check/', people.botCheck],
  ['POST /api/login/', people.login],
  ['POST /api/logout/', people.logout],
  ['POST /api/control/accounts/set_locale/', people.locale],
  ['GET /api/organisation/', people.organisation],
  ['GET /api/control/organisations/full/', people.organisations],
  ['GET /api/keywords/full/', people.keywords],
  ['GET /api/events/', events.list],
  ['POST /api/events/change_status/', events.changeMany],
  ['POST /api/events/undo_status/', events.undo],
  ['POST /api/events/{id}/change_status/', events.changeOne],
  ['GET /api/events/{id}/same_file/', events.sameFile],
  ['GET /api/tasks/', tasks.list],
  ['POST /api/tasks/', tasks.create],
  ['GET /api/tasks/full/', tasks.options],
  ['POST /api/tasks/keywords/', tasks.upload],
  ['POST /api/tasks/check_expression/', tasks.tryExpression],
  ['GET /api/tasks/{id}/', tasks.get],
  ['PATCH /api/tasks/{id}/', tasks.update],
  ['DELETE /api/tasks/{id}/', tasks.remove],
  ...RULE_HANDLERS,
  ...CHART_HANDLERS,
  ...REPORT_HANDLERS,
  ['POST /api/tasks/{id}/start/', tasks.start],
  ['POST /api/tasks/{id}/start_right_now/', tasks.start],
  ['POST /api/tasks/{id}/stop/', tasks.stop],
  ...SESSION_HANDLERS,
  ...OWN_HANDLERS,
  ...TWO_FACTOR_HANDLERS,
  ...IDENTITY_HANDLERS,
  ...LOG_HANDLERS,
  ...NOTIFICATION_HANDLERS,
  ['POST /api/discovery/{id}/', discover],
];

/** Calls that work also when everything else fails: without them there is no page to look at. */
export const ALWAYS_WORKING: ReadonlySet<string> = new Set(['GET /api/settings/', 'GET /api/bot-check/', 'POST /api/login/']);
export const PUBLIC_CALLS: ReadonlySet<string> = new Set(['GET /api/bot-check/', 'POST /api/login/', ...OWN_PUBLIC_CALLS]);
