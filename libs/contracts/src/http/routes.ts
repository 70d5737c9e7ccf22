import type { Route } from '../route.ts';
import * as controlAccounts from './control-accounts.ts';
import * as activity from './activity.ts';
import * as apiTokens from './api-tokens.ts';
import * as assignment from './assignment.ts';
import * as audit from './audit.ts';
import * as botCheck from './bot-check.ts';
import * as charts from './charts.ts';
import * as coverage from './coverage.ts';
import * as controlTasks from './control-tasks.ts';
import * as digests from './digests.ts';
import * as discovery from './discovery.ts';
import * as comments from './comments.ts';
import * as events from './events.ts';
import * as evidence from './evidence.ts';
import * as eventPage from './event-page.ts';
import * as eventStatistics from './event-statistics.ts';
import * as eventViews from './event-views.ts';
import * as fleet from './fleet.ts';
import * as identity from './identity.ts';
import * as identityVerification from './identity-verification.ts';
import * as keywords from './keywords.ts';
import * as leasesInternal from './leases-internal.ts';
import * as limits from './limits.ts';
import * as live from './live.ts';
import * as logos from './logos.ts';
import * as logs from './logs.ts';
import * as notifications from './notifications.ts';
import * as observers from './observers.ts';
import * as openapi from './openapi.ts';
import * as organisations from './organisations.ts';
import * as passwords from './passwords.ts';
import * as profile from './profile.ts';
import * as profileNotifications from './profile-notifications.ts';
import * as proxies from './proxies.ts';
import * as regexTemplates from './regex-templates.ts';
import * as reports from './reports.ts';
import * as reportEvents from './report-events.ts';
import * as webhooks from './webhooks.ts';
import * as recovery from './recovery.ts';
import * as reveals from './reveals.ts';
import * as rules from './rules.ts';
import * as serviceAccounts from './service-accounts.ts';
import * as sessions from './sessions.ts';
import * as tariffs from './tariffs.ts';
import * as patternHelp from './pattern-help.ts';
import * as telegramAccounts from './telegram-accounts.ts';
import * as telegramUsers from './telegram-users.ts';
import * as telegramChats from './telegram-chats.ts';
import * as telegramSignInInternal from './telegram-sign-in-internal.ts';
import * as tasksInternal from './tasks-internal.ts';
import * as tasks from './tasks.ts';
import * as twoFactor from './two-factor.ts';

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;

/** The route table: every route of every noun, by its name. */
export const ROUTES: ReadonlyMap<string, Route> = new Map(
  [
    identity,
    fleet,
    controlAccounts,
    organisations,
    logos,
    tariffs,
    keywords,
    regexTemplates,
    serviceAccounts,
    telegramAccounts,
    telegramChats,
    telegramUsers,
    telegramSignInInternal,
    proxies,
    leasesInternal,
    tasks,
    patternHelp,
    tasksInternal,
    sessions,
    controlTasks,
    coverage,
    observers,
    events,
    assignment,
    evidence,
    eventPage,
    eventStatistics,
    eventViews,
    comments,
    reveals,
    rules,
    charts,
    reports,
    reportEvents,
    live,
    openapi,
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
    webhooks,
    botCheck,
  ].flatMap((noun) => Object.entries(noun).flatMap(([name, value]): [string, Route][] => (isRoute(value) ? [[name, value]] : []))),
);

/** Routes that may be called from outside: all except those between services. */
export const PUBLIC_ROUTES: readonly Route[] = [...ROUTES.values()].filter((route) => route.access !== 'service');
