import type { MigrationStep } from '@leakwatch/platform';

/** Versions of what people save as a view, by which a change notices that a colleague made another one. A trigger raises them, for every writer. */
export const versionsOfViews: MigrationStep = {
  name: '0137-versions-of-views',
  sql: `
    alter table events.saved_view add column edit_version int not null default 1;
    create function events.raise_edit_version() returns trigger language plpgsql as $$
    begin
      new.edit_version := old.edit_version + 1;
      return new;
    end $$;
    create trigger raise_edit_version before update on events.saved_view for each row
      when ((old.name, old.filters, old.sort) is distinct from (new.name, new.filters, new.sort)) execute function events.raise_edit_version();
  `,
};
