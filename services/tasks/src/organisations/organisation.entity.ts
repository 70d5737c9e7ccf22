import { defineEntity, type InferEntity, p } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';

/** The service's copy of an organisation and its tariff's limits. */
export const OrganisationEntity = defineEntity({
  name: 'Organisation',
  tableName: 'organisation',
  schema: 'tasks',
  properties: {
    organisation_id: p.uuid().primary(),
    version: p.integer(),
    name: p.text(),
    active: p.boolean(),
    /** For good; it gets no further tasks. */
    deleted: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    trusted: p.boolean(),
    starts_at: p.datetime(),
    expires_at: p.datetime(),
    task_limit: p.integer().strictNullable(),
    pattern_limit: p.integer().strictNullable(),
    patterns_per_task_limit: p.integer().strictNullable(),
    tariff_id: p.uuid().strictNullable(),
    tariff_type: p.text().$type<TariffType>().default('all_inclusive'),
    /** The next three belong to a count_launch tariff. */
    launch_limit: p.integer().strictNullable(),
    /** In days. */
    time_limit_per_launch: p.integer().strictNullable(),
    /** When the term of the tariff is over; null where staff chose the end of service. */
    time_limit_at: p.datetime().strictNullable(),
  },
});
export type Organisation = InferEntity<typeof OrganisationEntity>;
