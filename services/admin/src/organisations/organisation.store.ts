import type { OrganisationChange } from '@leakwatch/contracts';
import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { TariffType } from '@leakwatch/vocabulary';

export interface Organisation {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly trusted: boolean;
  readonly starts_at: Date;
  readonly expires_at: Date;
  readonly tariff_id: string;
  readonly tariff_type: TariffType;
  readonly tariff_name: string;
  readonly task_limit: number;
  readonly pattern_limit: number;
  readonly patterns_per_task_limit: number;
  readonly time_limit_total_months: number;
  readonly launch_limit: number | null;
  /** In days. */
  readonly time_limit_per_launch: number | null;
}

export interface NewOrganisation {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tariffId: string;
  readonly active: boolean;
  readonly trusted: boolean;
  readonly startsAt: Date;
  readonly expiresAt: Date;
  readonly twoFactorUsers: boolean;
  readonly telegramNotifications: boolean;
}

export const organisationById = (em: SqlEntityManager, id: string): Promise<Organisation | undefined> =>
  row(
    em,
    sql<Organisation>`
      select o.id, o.version, o.name, o.description, o.active, o.trusted, o.starts_at, o.expires_at, o.tariff_id,
        t.type as tariff_type, t.name as tariff_name, t.task_limit, t.pattern_limit, t.patterns_per_task_limit,
        t.time_limit_total_months, t.launch_limit, t.time_limit_per_launch
      from admin.organisation o join admin.tariff t on t.id = o.tariff_id where o.id = ${id}`,
  );

/** False when the name is taken. */
export async function addOrganisation(em: SqlEntityManager, organisation: NewOrganisation): Promise<boolean> {
  const added = await rows(
    em,
    sql`insert into admin.organisation (id, name, description, tariff_id, active, trusted, starts_at, expires_at, two_factor_users,
          is_telegram_notification_on)
        values (${organisation.id}, ${organisation.name}, ${organisation.description}, ${organisation.tariffId},
          ${organisation.active}, ${organisation.trusted}, ${organisation.startsAt}, ${organisation.expiresAt}, ${organisation.twoFactorUsers},
          ${organisation.telegramNotifications})
        on conflict do nothing returning id`,
  );
  return added.length === 1;
}

/** The organisation as the other services hear of it. */
export const organisationChange = (organisation: Organisation): OrganisationChange => ({
  organisation_id: organisation.id,
  version: organisation.version,
  name: organisation.name,
  active: organisation.active,
  trusted: organisation.trusted,
  starts_at: organisation.starts_at.toISOString(),
  expires_at: organisation.expires_at.toISOString(),
  tariff: {
    id: organisation.tariff_id,
    type: organisation.tariff_type,
    task_limit: organisation.task_limit,
    pattern_limit: organisation.pattern_limit,
    patterns_per_task_limit: organisation.patterns_per_task_limit,
    time_limit_total_months: organisation.time_limit_total_months,
    launch_limit: organisation.launch_limit,
    time_limit_per_launch: organisation.time_limit_per_launch,
  },
});
