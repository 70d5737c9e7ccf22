import { identityPolicy, organisationPolicies, type SchemaMigrations } from '@leakwatch/platform';
import { audit } from './migrations/0012-audit.ts';
import { apiTokens } from './migrations/0013-api-tokens.ts';
import { identityVerification } from './migrations/0014-identity-verification.ts';
import { countLaunch } from './migrations/0015-count-launch.ts';
import { notifications } from './migrations/0020-notifications.ts';
import { telegramSessions } from './migrations/0057-telegram-sessions.ts';
import { telegramNotifications } from './migrations/0030-telegram-notifications.ts';
import { telegramDigests } from './migrations/0031-telegram-digests.ts';
import { retention } from './migrations/0032-retention.ts';
import { tariffUse } from './migrations/0033-tariff-use.ts';
import { serviceAccounts } from './migrations/0050-service-accounts.ts';
import { tokenEndings } from './migrations/0053-token-endings.ts';
import { telegramUsers } from './migrations/0069-telegram-users.ts';
import { logos } from './migrations/0070-logos.ts';
import { webhooks } from './migrations/0081-webhooks.ts';
import { auditSearch } from './migrations/0076-audit-search.ts';
import { proxyOrder } from './migrations/0089-proxy-order.ts';
import { editVersions } from './migrations/0098-edit-versions.ts';
import { storage } from './migrations/0086-storage.ts';
import { members } from './migrations/0090-members.ts';
import { staffSecondFactor } from './migrations/0075-staff-second-factor.ts';
import { confirmedChats } from './migrations/0063-confirmed-chats.ts';
import { organisations } from './migrations/0055-organisations.ts';
import { listOrder } from './migrations/0140-list-order.ts';
import { endedTokens } from './migrations/0150-ended-tokens.ts';
import { claimedDeliveries } from './migrations/0168-claimed-deliveries.ts';
import { endedSessions } from './migrations/0169-ended-sessions.ts';
import { resentDeliveries } from './migrations/0171-resent-deliveries.ts';
import { versionsOfWebhooks } from './migrations/0138-versions-of-webhooks.ts';
import { sortedLists } from './migrations/0134-sorted-lists.ts';
import { acting } from './migrations/0104-acting.ts';
import { poolChecks } from './migrations/0103-pool-checks.ts';
import { recipients } from './migrations/0100-recipients.ts';
import { regexTemplates } from './migrations/0060-regex-templates.ts';
import { links } from './migrations/0011-links.ts';
import { twoFactorTables } from './migrations/0010-two-factor.ts';
import { authorsOfWebhooks } from './migrations/0180-authors-of-webhooks.ts';
import { newDeliveriesFirst } from './migrations/0201-new-deliveries-first.ts';
import { knownKeys } from './migrations/0172-known-keys.ts';

export const migrations: SchemaMigrations = {
  service: 'admin',
  steps: [
    {
      name: '0001-organisations-accounts-keyword-sets',
      sql: `
        create table admin.tariff (
          id uuid primary key,
          type text not null check (type in ('all_inclusive', 'count_launch')),
          name text not null,
          task_limit int not null check (task_limit >= 1),
          pattern_limit int not null check (pattern_limit >= 1),
          patterns_per_task_limit int not null check (patterns_per_task_limit >= 1),
          time_limit_total_months int not null check (time_limit_total_months >= 1),
          created timestamptz not null default now()
        );
        create unique index tariff_name on admin.tariff (type, lower(name));

        create table admin.organisation (
          id uuid primary key,
          version int not null default 1,
          name text not null,
          description text not null,
          tariff_id uuid not null references admin.tariff,
          active boolean not null,
          trusted boolean not null,
          starts_at timestamptz not null,
          expires_at timestamptz not null,
          created timestamptz not null default now()
        );
        create unique index organisation_name on admin.organisation (lower(name));
        ${organisationPolicies('admin.organisation', 'id')}
        ${identityPolicy('admin.organisation')}

        create table admin.account (
          id uuid primary key,
          organisation_id uuid references admin.organisation,
          email text not null check (email = lower(email)),
          username text not null,
          first_name text not null default '',
          last_name text not null default '',
          password_hash text not null,
          staff boolean not null default false,
          active boolean not null default true,
          locale text not null default 'ru',
          intro boolean not null default true,
          epoch int not null default 1,
          created timestamptz not null default now()
        );
        create unique index account_email on admin.account (email);
        ${organisationPolicies('admin.account')}
        ${identityPolicy('admin.account')}

        create table admin.keyword_set (
          id uuid primary key,
          version int not null default 1,
          name text not null,
          created timestamptz not null default now()
        );
        create unique index keyword_set_name on admin.keyword_set (lower(name));

        create table admin.keyword (
          id uuid primary key,
          keyword_set_id uuid not null references admin.keyword_set on delete cascade,
          position int not null,
          name text not null
        );
        create index keyword_of_set on admin.keyword (keyword_set_id, position);
      `,
    },
    { name: '0010-two-factor', sql: twoFactorTables },
    links,
    audit,
    apiTokens,
    identityVerification,
    countLaunch,
    notifications,
    telegramNotifications,
    telegramDigests,
    retention,
    tariffUse,
    serviceAccounts,
    tokenEndings,
    organisations,
    telegramSessions,
    regexTemplates,
    confirmedChats,
    telegramUsers,
    logos,
    staffSecondFactor,
    auditSearch,
    webhooks,
    storage,
    proxyOrder,
    members,
    editVersions,
    recipients,
    poolChecks,
    acting,
    sortedLists,
    listOrder,
    endedTokens,
    claimedDeliveries,
    endedSessions,
    versionsOfWebhooks,
    resentDeliveries,
    knownKeys,
    authorsOfWebhooks,
    newDeliveriesFirst,
  ],
};
