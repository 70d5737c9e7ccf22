import type { MigrationStep } from '@leakwatch/platform';

/** Removes links from texts without a secret to copies that hold one, which were stored before docs/decisions/0177. */
export const directionOfLinks: MigrationStep = {
  name: '0178-direction-of-links',
  sql: `
    select set_config('leakwatch.scope', 'consumer', true);

    delete from events.text_link k using events.similar_text t, events.similar_text o
      where t.organisation_id = k.organisation_id and t.id = k.text_id and t.secrets = '{}'
        and o.organisation_id = k.organisation_id and o.id = k.other_id and o.secrets <> '{}';

    -- Finds the links to a text that is deleted; there may be none in the other direction.
    create index text_link_of_other on events.text_link (organisation_id, other_id);
  `,
};
