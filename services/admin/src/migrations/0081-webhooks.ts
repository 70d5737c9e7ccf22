import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Webhooks of an organisation and what they were sent. Addresses and secrets are encrypted by the vault: both open doors at receivers. */
export const webhooks: MigrationStep = {
  name: '0081-webhooks',
  sql: `
    create table admin.webhook (
      id uuid primary key,
      organisation_id uuid not null references admin.organisation,
      url bytea not null,
      -- Scheme, host and port of the address.
      origin text not null,
      events text[] not null,
      format text not null,
      active boolean not null default true,
      disabled_reason text,
      secret bytea not null,
      old_secret bytea,
      old_secret_until timestamptz,
      created timestamptz not null default clock_timestamp(),
      -- Failed attempts in a row, since when, and until when no delivery is tried.
      failures int not null default 0,
      failing_since timestamptz,
      held_until timestamptz,
      last_delivered timestamptz,
      check (not active or disabled_reason is null),
      check ((old_secret is null) = (old_secret_until is null))
    );
    create index webhook_of_organisation on admin.webhook (organisation_id, created, id);
    ${organisationPolicies('admin.webhook')}

    create table admin.webhook_delivery (
      id uuid primary key,
      webhook_id uuid not null references admin.webhook on delete cascade,
      organisation_id uuid not null,
      kind text not null,
      event_id uuid,
      from_status text,
      to_status text,
      -- When the event was created or changed.
      at timestamptz not null,
      status text not null default 'pending',
      created timestamptz not null default clock_timestamp(),
      attempts int not null default 0,
      last_attempt timestamptz,
      due timestamptz default clock_timestamp(),
      give_up_at timestamptz not null,
      response_status int,
      response_ms int,
      response_excerpt text not null default '',
      fault text,
      check ((kind = 'test') = (event_id is null)),
      check ((status = 'pending') = (due is not null))
    );
    create index webhook_delivery_due on admin.webhook_delivery (webhook_id, due, id) where status = 'pending';
    create index webhook_delivery_log on admin.webhook_delivery (webhook_id, created desc, id);
    create index webhook_delivery_age on admin.webhook_delivery (created);
    ${organisationPolicies('admin.webhook_delivery')}
  `,
};
