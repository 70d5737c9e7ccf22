import {
  COMMENTS_SHOWN,
  type actualToken,
  type AnswerOf,
  type assignEvents,
  type changeManyStatuses,
  type EventComment,
  type EventRow,
  type EventView,
  type getBotCheck,
  type getNotificationSettings,
  type InputOf,
  type KeywordSetDetails,
  type RegexTemplate,
  type listEvents,
  type Route,
  type SettingsAnswer,
  type TaskDetails,
  type StaffAccount,
  type WebhookDelivery,
  type WebhookRow,
} from '@leakwatch/contracts';
import { CLOSED_STATUSES, type EventStatus, type RecipientState, SEVERITIES } from '@leakwatch/vocabulary';
import { Refusal } from './replies.ts';
import { makeAudit } from './data/audit.ts';
import { makeJobs } from './data/jobs.ts';
import { makeDeadLetters } from './data/dead-letters.ts';
import { makeAuthTokens } from './data/auth-tokens.ts';
import { makeRule } from './data/blacklist.ts';
import { makeNotificationSettings } from './data/notification-settings.ts';
import { makeComments } from './data/comments.ts';
import { groupEvents } from './data/event-groups.ts';
import { isFound, makeEvent } from './data/events.ts';
import { mockId } from './ids.ts';
import { makeChanges, makeNotifications, makeTaskLogs } from './data/logs.ts';
import { makeAccounts, makeActivity, makeProfile, makeSessions } from './data/people.ts';
import { makeProxies, makeServiceAccounts } from './data/pool.ts';
import { makeDeletedOrganisations } from './data/deleted-organisations.ts';
import { makeOrganisations, type MockOrganisation } from './data/organisations.ts';
import { makeRegexTemplates } from './data/regex-templates.ts';
import { makeReports } from './data/reports.ts';
import { makeTelegramUsers } from './data/telegram-users.ts';
import { makeDeliveries, makeWebhooks } from './data/webhooks.ts';
import { makeTariffs } from './data/tariffs.ts';
import { KEYWORD_GROUPS, makeTask, ORGANISATION } from './data/tasks.ts';

export const SCENARIOS = ['empty', 'full', 'failing'] as const;
export type Scenario = (typeof SCENARIOS)[number];

const EVENTS = 34;
const TASKS = 5;
const RULES = 14;

/** What a count_launch tariff holds in the mock; the session's end in Unix milliseconds. */
export interface MockLaunches {
  readonly limit: number;
  readonly days: number;
  used: number;
  endTime: number | null;
}

/** What the mock server holds; a new one for each server. */
export class World {
  readonly scenario: Scenario;
  events: EventRow[];
  views: EventView[] = [];
  tasks: TaskDetails[];
  rules: ReturnType<typeof makeRule>[];
  settings: SettingsAnswer;
  profile: ReturnType<typeof makeProfile>;
  sessions: ReturnType<typeof makeSessions>;
  activity: ReturnType<typeof makeActivity>;
  changes: ReturnType<typeof makeChanges>;
  taskLogs: ReturnType<typeof makeTaskLogs>;
  notifications: ReturnType<typeof makeNotifications>;
  readonly comments = new Map<string, readonly EventComment[]>();
  /** The comments that one call added to several events, by its batch. */
  readonly commentBatches = new Map<string, ReadonlySet<string>>();
  reports: ReturnType<typeof makeReports>;
  /** Lines of the kept text of each event. */
  textLines = 400;
  /** Whether the button on the events page can be pressed. */
  reportsAllowed = true;
  apiToken: AnswerOf<typeof actualToken> = { created: null, last_used: null };
  notificationSettings: AnswerOf<typeof getNotificationSettings> = makeNotificationSettings();
  /** Bodies of tasks that were created or changed. */
  readonly sent: object[] = [];
  signedIn = true;
  /** The password was given, the second factor is due. */
  pending = false;
  botCheck: AnswerOf<typeof getBotCheck> = { kind: 'off' };
  /** What sign-ins brought as their token. */
  readonly botTokens: unknown[] = [];
  organisation: typeof ORGANISATION | null = ORGANISATION;
  organisations: readonly MockOrganisation[] = makeOrganisations();
  deletedOrganisations = makeDeletedOrganisations();
  accounts: readonly StaffAccount[];
  /** When an e-mail was last sent a link. */
  readonly links = new Map<string, string>();
  tariffs: ReturnType<typeof makeTariffs>;
  proxies: ReturnType<typeof makeProxies>;
  serviceAccounts: ReturnType<typeof makeServiceAccounts>;
  telegramUsers: ReturnType<typeof makeTelegramUsers>;
  authTokens: ReturnType<typeof makeAuthTokens>;
  audit: ReturnType<typeof makeAudit>;
  deadLetters: ReturnType<typeof makeDeadLetters>;
  jobs: ReturnType<typeof makeJobs>;
  keywordSets: readonly KeywordSetDetails[];
  regexTemplates: readonly RegexTemplate[];
  webhooks: readonly WebhookRow[];
  /** States of recipients outside the organisation; others are members. */
  readonly recipients = new Map<string, RecipientState>([
    ['security@corp.example', 'confirmed'],
    ['duty@corp.example', 'expired'],
  ]);
  deliveries: readonly WebhookDelivery[];
  /** `delete_events` of each deleted task. */
  readonly deletedWithEvents: boolean[] = [];
  /** Of a tariff that counts launches; null of one that does not. */
  launches: MockLaunches | null = null;
  secondFactor = { active: false, mandatory: false };
  /** What routes refuse with, set by tests. */
  readonly refusals = new Map<Route, Refusal>();
  /** What is not answered at all, set by tests: as by a service that hangs. */
  readonly silent = new Set<Route>();
  /** What is done, and then not answered, set by tests: as where the connection breaks. */
  readonly lost = new Set<Route>();
  /** Answers to changes that came with an id, by the id. */
  private readonly answered = new Map<string, string>();
  /** Where the mock or the console broke the contract: a missing handler, an answer that the schema refuses, an undeclared code. */
  readonly faults: string[] = [];
  /** Milliseconds that every answer to a change waits: so that a test sees what shows before it. */
  delayMs = 0;
  /** What every answer to a change waits for, set by tests that decide themselves when it comes. */
  held: Promise<void> | null = null;
  private readonly batches = new Map<string, EventRow[]>();

  constructor(scenario: Scenario, staff = false) {
    this.scenario = scenario;
    const filled = scenario !== 'empty';
    if (!filled) this.deletedOrganisations = [];
    this.events = filled ? Array.from({ length: EVENTS }, (_, at) => makeEvent(EVENTS - 1 - at)) : [];
    const [discussed] = this.events;
    if (discussed !== undefined) this.comment(discussed.id, () => makeComments(discussed.id, 5));
    this.tasks = filled ? Array.from({ length: TASKS }, (_, at) => makeTask(at + 1)) : [];
    this.rules = filled ? Array.from({ length: RULES }, (_, at) => makeRule(at)) : [];
    this.accounts = filled ? makeAccounts() : [];
    this.tariffs = makeTariffs(filled);
    this.proxies = makeProxies(filled);
    this.serviceAccounts = makeServiceAccounts(this.proxies);
    this.telegramUsers = makeTelegramUsers(filled);
    this.authTokens = makeAuthTokens(filled);
    this.audit = makeAudit(filled);
    this.deadLetters = makeDeadLetters(filled);
    this.jobs = makeJobs(filled);
    this.keywordSets = filled ? KEYWORD_GROUPS : [];
    this.regexTemplates = makeRegexTemplates(filled);
    this.webhooks = filled ? makeWebhooks() : [];
    this.deliveries = filled ? makeDeliveries() : [];
    this.profile = makeProfile(filled);
    this.sessions = makeSessions(filled);
    this.settings = {
      user_id: mockId(12, 1),
      username: 'irina',
      roles: { authenticated: true, staff },
      is_staff: staff,
      locale: 'ru',
      intro: false,
      organisation: { id: ORGANISATION.id, name: ORGANISATION.name, logo: ORGANISATION.logo, service: 'running' },
      counts: { events: 0, tasks: 0, rules: 0, notifications: 0 },
      change_password: false,
      support_contact: 'support@leakwatch.example',
      acting_until: null,
    };
    this.activity = makeActivity(filled ? 23 : 0);
    this.changes = makeChanges(filled ? 60 : 0);
    this.taskLogs = makeTaskLogs(filled ? 26 : 0);
    this.notifications = makeNotifications(filled ? 12 : 0);
    this.reports = makeReports(filled ? 14 : 0);
  }

  counts(): SettingsAnswer {
    const events = this.scenario === 'full' ? 1204 : this.events.filter((event) => event.status === 'open').length;
    const tasks = this.tasks.filter((task) => task.status).length;
    const notifications = this.notifications.filter((one) => one.active).length;
    return { ...this.settings, counts: { events, tasks, rules: this.rules.length, notifications } };
  }

  /** Lets a route refuse every call from now on. */
  refuse(route: Route, status: number, code: string, more: ConstructorParameters<typeof Refusal>[2] = {}): void {
    this.refusals.set(route, new Refusal(status, code, more));
  }

  /** As many events of other files as the event says that are similar. */
  similar(id: string): EventRow[] {
    const event = this.events.find((one) => one.id === id);
    return this.events.filter((one) => one.id !== id && one.file_path !== event?.file_path).slice(0, event?.sim_count ?? 0);
  }

  list(query: InputOf<typeof listEvents>['query']): AnswerOf<typeof listEvents> {
    const { status: statuses = [] } = query;
    const rest = this.events.filter((event) => isFound(event, query));
    const wanted = statuses.flatMap((status): string[] => (status === 'closed' ? [...CLOSED_STATUSES] : [status]));
    const found = statuses.length === 0 || statuses.includes('all') ? rest : rest.filter((event) => wanted.includes(event.status));
    const rankOf = ({ severity }: EventRow) => (severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity));
    const ordered = query.sort === 'severity' ? found.toSorted((left, right) => rankOf(left) - rankOf(right)) : found;
    const grouped = groupEvents(ordered, query);
    const auto_filtered = rest.filter((event) => event.status === 'auto_filtered').length;
    return { ...grouped, count: ordered.length, auto_filtered, next_cursor: null };
  }

  /** Replaces the comments of an event. */
  comment(event: string, change: (comments: readonly EventComment[]) => readonly EventComment[]): void {
    const comments = change(this.comments.get(event) ?? []);
    this.comments.set(event, comments);
    this.events = this.events.map((one) =>
      one.id === event ? { ...one, comments: comments.slice(0, COMMENTS_SHOWN), comments_count: comments.length } : one,
    );
  }

  /** Makes a change that is sent again with its id once. */
  once<A>(key: string | undefined, make: () => A): A {
    const known = key === undefined ? undefined : this.answered.get(key);
    const answer = known ?? JSON.stringify(make());
    if (key !== undefined) this.answered.set(key, answer);
    return JSON.parse(answer);
  }

  change(
    ids: readonly string[],
    status: EventStatus,
    { actor = this.settings.username, reason = null }: { actor?: string; reason?: EventRow['reason'] } = {},
  ): AnswerOf<typeof changeManyStatuses> {
    const batch = mockId(13, this.batches.size + 1);
    const chosen = this.events.filter((event) => ids.includes(event.id));
    const skipped = chosen.filter((event) => event.status === status).map(({ id }) => ({ id, reason: 'same_status' as const }));
    this.batches.set(batch, chosen);
    const entry = { [String(Math.floor(Date.now() / 1000))]: { actor, new_status: status } };
    this.events = this.events.map((event) =>
      ids.includes(event.id) && event.status !== status
        ? { ...event, status, reason, status_changes: { ...event.status_changes, ...entry } }
        : event,
    );
    return { changed: chosen.length - skipped.length, batch, skipped, left: 0 };
  }

  /** Changes what is beside the status. */
  assign(ids: readonly string[], change: Partial<Pick<EventRow, 'assignee' | 'due_date' | 'reason'>>): AnswerOf<typeof assignEvents> {
    const batch = mockId(13, this.batches.size + 1);
    const chosen = this.events.filter((event) => ids.includes(event.id));
    this.batches.set(batch, chosen);
    this.events = this.events.map((event) => (ids.includes(event.id) ? { ...event, ...change } : event));
    return { changed: chosen.length, batch, skipped: [], left: 0 };
  }

  /** The events whose status the batch changed. */
  changedIn(batch: string): readonly string[] {
    const before = this.batches.get(batch) ?? [];
    return before.filter(({ id, status }) => this.events.some((event) => event.id === id && event.status !== status)).map(({ id }) => id);
  }

  /** How many events of the batch are as before again; null when it is unknown. */
  undo(batch: string): number | null {
    const before = this.batches.get(batch);
    if (before === undefined) return null;
    this.events = this.events.map((event) => before.find(({ id }) => id === event.id) ?? event);
    return before.length;
  }
}
