import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

export const reports: MigrationStep = {
  name: '0041-reports',
  sql: `
    create table reports.organisation (
      organisation_id uuid primary key,
      version int not null,
      name text not null,
      active boolean not null,
      starts_at timestamptz not null,
      expires_at timestamptz not null
    );
    ${organisationPolicies('reports.organisation')}

    create table reports.report (
      id uuid primary key,
      -- The organisation whose events it contains; null for all organisations, and then visible to staff only.
      organisation_id uuid,
      created timestamptz not null default now(),
      reporter_id uuid not null,
      reporter text not null,
      locale text not null,
      format text not null,
      status text not null,
      filters jsonb not null,
      filename text not null,
      -- Incremented by each worker that starts; writes of earlier attempts are ignored.
      attempt int not null default 0,
      -- Attempts that failed or whose process was killed.
      tries int not null default 0,
      rows_written int not null default 0,
      rows_total int,
      object_key text,
      stored_until timestamptz,
      fault text,
      touched timestamptz not null default now(),
      check ((status = 'ready') = (object_key is not null))
    );
    create index report_list on reports.report (organisation_id, created desc, id);
    create index report_in_work on reports.report (touched) where status in ('enqueued', 'processing');
    create index report_stored on reports.report (stored_until) where status = 'ready';
    ${organisationPolicies('reports.report')}

    -- Objects to delete when they are due. A file is listed here before it is stored, until its report claims it: a process
    -- that is killed in between leaves no file behind. Keys contain ids only.
    create table reports.doomed_object (object_key text primary key, due timestamptz not null);
    create index doomed_object_due on reports.doomed_object (due);
  `,
};
