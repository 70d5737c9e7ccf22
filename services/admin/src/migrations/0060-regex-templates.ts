import type { MigrationStep } from '@leakwatch/platform';

/** Expressions of staff that are looked for in each finding. */
export const regexTemplates: MigrationStep = {
  name: '0060-regex-templates',
  sql: `
    create table admin.regex_template (
      id uuid primary key,
      version int not null default 1,
      name text not null,
      regex text not null,
      hint text not null,
      severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
      created timestamptz not null default now()
    );
    create unique index regex_template_name on admin.regex_template (lower(name));
  `,
};
