import { defineEntity, p, type RowOf } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';

export const TariffEntity = defineEntity({
  name: 'Tariff',
  tableName: 'tariff',
  schema: 'admin',
  properties: {
    id: p.uuid().primary(),
    type: p.text().$type<TariffType>(),
    name: p.text(),
    task_limit: p.integer(),
    pattern_limit: p.integer(),
    patterns_per_task_limit: p.integer(),
    time_limit_total_months: p.integer(),
    created: p.datetime().defaultRaw('now()'),
    /** Only for count_launch. */
    launch_limit: p.integer().nullable(),
    /** In days; only for count_launch. */
    time_limit_per_launch: p.integer().nullable(),
    /** Rises with each change of what staff edit, by a trigger. */
    edit_version: p.integer().default(1),
  },
});
export type TariffRow = RowOf<typeof TariffEntity>;
