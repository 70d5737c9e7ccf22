import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** What a unit names is remembered part by part where the upstream says whether a part has changed (docs/decisions/0122). */
export const unitParts: MigrationStep = {
  name: '0121-unit-parts',
  sql: `
    create table crawler.unit_part (
      unit_id uuid not null references crawler.unit on delete cascade,
      key text not null,
      organisation_id uuid,
      -- In the form of the source.
      value jsonb not null,
      -- Documents of the part; all of them are read, or cannot be.
      documents int not null,
      read int not null,
      unread jsonb not null,
      named bigint not null,
      named_on date not null default current_date,
      primary key (unit_id, key)
    );
    ${organisationPolicies('crawler.unit_part')}
  `,
};
