import type { Route } from '../route.ts';
import * as controlAccounts from './staff/control-accounts.ts';
import * as acting from './access/acting.ts';
import * as activity from './activity.ts';
import * as apiTokens from './access/api-tokens.ts';
import * as assignment from './events/assignment.ts';
import * as audit from './staff/audit.ts';
import * as botCheck from './access/bot-check.ts';
import * as charts from './tasks/charts.ts';
import * as coverage from './tasks/coverage.ts';
import * as taskArchive from './tasks/task-archive.ts';
import * as controlTasks from './staff/control-tasks.ts';
import * as deletedOrganisations from './staff/deleted-organisations.ts';
import * as digests from './events/digests.ts';
import * as discovery from './tasks/discovery.ts';
import * as comments from './events/comments.ts';
import * as commentsOnMany from './events/comments-on-many.ts';
import * as events from './events/events.ts';
import * as statusChanges from './events/status-changes.ts';
import * as evidence from './events/evidence.ts';
import * as eventPage from './events/event-page.ts';
import * as eventStatistics from './events/event-statistics.ts';
import * as eventViews from './events/event-views.ts';
import * as fleet from './staff/fleet.ts';
import * as identity from './access/identity.ts';
import * as identityVerification from './access/identity-verification.ts';
import * as keywords from './staff/keywords.ts';
import * as leasesInternal from './staff/leases-internal.ts';
import * as limits from './tasks/limits.ts';
import * as live from './live.ts';
import * as logos from './staff/logos.ts';
import * as logs from './tasks/logs.ts';
import * as notifications from './notifications.ts';
import * as observers from './staff/observers.ts';
import * as openapi from './openapi.ts';
import * as organisations from './staff/organisations.ts';
import * as organisationPage from './staff/organisation-page.ts';
import * as passwords from './access/passwords.ts';
import * as profile from './access/profile.ts';
import * as profileNotifications from './access/profile-notifications.ts';
import * as queues from './staff/queues.ts';
import * as overview from './events/overview.ts';
import * as poolChecks from './staff/pool-checks.ts';
import * as proxies from './staff/proxies.ts';
import * as regexTemplates from './staff/regex-templates.ts';
import * as reports from './events/reports.ts';
import * as reportEvents from './events/report-events.ts';
import * as recipients from './recipients.ts';
import * as webhooks from './webhooks.ts';
import * as recovery from './access/recovery.ts';
import * as reveals from './events/reveals.ts';
import * as rules from './events/rules.ts';
import * as accountUse from './staff/account-use.ts';
import * as recheck from './events/recheck.ts';
import * as serviceAccounts from './staff/service-accounts.ts';
import * as sessions from './access/sessions.ts';
import * as tariffs from './staff/tariffs.ts';
import * as patternHelp from './tasks/pattern-help.ts';
import * as telegramAccounts from './staff/telegram-accounts.ts';
import * as telegramUsers from './access/telegram-users.ts';
import * as telegramChats from './staff/telegram-chats.ts';
import * as telegramSignInInternal from './staff/telegram-sign-in-internal.ts';
import * as tasksInternal from './tasks/tasks-internal.ts';
import * as tasks from './tasks/tasks.ts';
import * as twoFactor from './access/two-factor.ts';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;

/** The route table: every route of every noun, by its name. */
export const ROUTES: ReadonlyMap<string, Route> = new Map(
  [
    identity,
    acting,
    fleet,
    controlAccounts,
    organisations,
    deletedOrganisations,
    organisationPage,
    overview,
    logos,
    tariffs,
    keywords,
    regexTemplates,
    serviceAccounts,
    accountUse,
    telegramAccounts,
    telegramChats,
    telegramUsers,
    telegramSignInInternal,
    poolChecks,
    proxies,
    queues,
    leasesInternal,
    tasks,
    patternHelp,
    tasksInternal,
    sessions,
    controlTasks,
    coverage,
    taskArchive,
    observers,
    events,
    statusChanges,
    assignment,
    evidence,
    eventPage,
    eventStatistics,
    eventViews,
    comments,
    commentsOnMany,
    reveals,
    rules,
    charts,
    reports,
    reportEvents,
    live,
    openapi,
    recheck,
    recovery,
    passwords,
    profile,
    profileNotifications,
    twoFactor,
    limits,
    digests,
    discovery,
    activity,
    audit,
    identityVerification,
    apiTokens,
    logs,
    notifications,
    recipients,
    webhooks,
    botCheck,
  ].flatMap((noun) => Object.entries(noun).flatMap(([name, value]): [string, Route][] => (isRoute(value) ? [[name, value]] : []))),
);

/** Routes that may be called from outside: all except those between services. */
export const PUBLIC_ROUTES: readonly Route[] = [...ROUTES.values()].filter((route) => route.access !== 'service');
