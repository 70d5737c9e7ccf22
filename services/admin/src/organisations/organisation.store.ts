import { type OrganisationChange, organisationChangesV1 } from '@leakwatch/contracts';
import { isViolationOf, NotFound, outgoing, sql, type SqlEntityManager } from '@leakwatch/platform';
import type { Shown } from '../audit/audit-changes.domain.ts';
import { tables } from '../entities.ts';
import type { OrganisationRow } from './organisation.entity.ts';

/** Those that are not deleted: a deleted one has no tariff. */
const withTariff = (em: SqlEntityManager) =>
  tables(em)
    .selectFrom('admin.organisation as o')
    .innerJoin('admin.tariff as t', 't.id', 'o.tariff_id')
    .leftJoin('admin.logo as l', 'l.organisation_id', 'o.id')
    .select(['l.id as logo_id', 'o.edit_version'])
    .select(['o.id', 'o.version', 'o.name', 'o.description', 'o.active', 'o.trusted', 'o.starts_at', 'o.expires_at'])
    .select(['o.custom_time_limitations', 'o.two_factor_users', 'o.is_telegram_notification_on', 'o.storage_quota_gb', 't.id as tariff_id'])
    .select(['t.type as tariff_type', 't.name as tariff_name', 't.task_limit', 't.pattern_limit', 't.patterns_per_task_limit'])
    .select(['t.time_limit_total_months', 't.launch_limit', 't.time_limit_per_launch']);

/** An organisation with its tariff; undefined when the scope sees none. */
export const organisationById = (em: SqlEntityManager, id: string) => withTariff(em).where('o.id', '=', id).executeTakeFirst();
export type Organisation = NonNullable<Awaited<ReturnType<typeof organisationById>>>;

/** What the audit trail shows of an organisation. */
export const shownOrganisation = (of: Organisation): Shown => ({
  name: of.name,
  description: of.description,
  tariff: of.tariff_name,
  active: of.active,
  trusted: of.trusted,
  starts_at: of.starts_at,
  expires_at: of.expires_at,
  custom_time_limitations: of.custom_time_limitations,
  two_factor_users: of.two_factor_users,
  is_telegram_notification_on: of.is_telegram_notification_on,
  storage_quota_gb: of.storage_quota_gb,
  logo: of.logo_id,
});

/** For what is given to an organisation, or to none. It cannot be deleted meanwhile. @throws NotFound organisation_not_found */
export async function requireOrganisation(em: SqlEntityManager, id: string | null): Promise<void> {
  if (id === null) return;
  const found = await tables(em)
    .selectFrom('admin.organisation')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (found === undefined) throw new NotFound('organisation_not_found');
}

/** Locks an organisation against other changes, deletion, and what would be given to it. False when there is none. */
export async function lockOrganisation(em: SqlEntityManager, id: string): Promise<boolean> {
  const found = await tables(em)
    .selectFrom('admin.organisation')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * A tariff for an organisation, locked against changes: one that begins meanwhile waits, and so reaches the organisation too.
 */
export const holdTariff = (em: SqlEntityManager, id: string) =>
  tables(em).selectFrom('admin.tariff').select(['type', 'time_limit_total_months']).where('id', '=', id).forShare().executeTakeFirst();

/** False when the name is taken. */
export async function addOrganisation(
  em: SqlEntityManager,
  organisation: Omit<OrganisationRow, 'version' | 'edit_version' | 'created' | 'deleted_at'>,
): Promise<boolean> {
  const added = await tables(em)
    .insertInto('admin.organisation')
    .values(organisation)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length === 1;
}

export type OrganisationUpdate = Partial<Omit<OrganisationRow, 'id' | 'version' | 'edit_version' | 'created'>>;

/** Changes a locked organisation and raises its version. False when another has that name; the transaction can then only be rolled back. */
export async function updateOrganisation(em: SqlEntityManager, id: string, change: OrganisationUpdate): Promise<boolean> {
  try {
    await tables(em)
      .updateTable('admin.organisation')
      .set({ ...change, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (isViolationOf('organisation_name', error)) return false;
    throw error;
  }
}

/** The message to the other services. */
export const organisationChange = (organisation: Organisation): OrganisationChange => ({
  organisation_id: organisation.id,
  version: organisation.version,
  name: organisation.name,
  active: organisation.active,
  trusted: organisation.trusted,
  starts_at: organisation.starts_at.toISOString(),
  expires_at: organisation.expires_at.toISOString(),
  custom_time_limitations: organisation.custom_time_limitations,
  deleted: false,
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

/** Organisations that are in memory at once. */
const PAGE = 1_000;

/** The messages about all organisations that use a tariff, page by page. */
export async function* changesOfTariff(em: SqlEntityManager, tariff: string) {
  for (let after: string | undefined; ; ) {
    const page = withTariff(em).where('o.tariff_id', '=', tariff).orderBy('o.id').limit(PAGE);
    const found: Organisation[] = await (after === undefined ? page : page.where('o.id', '>', after)).execute();
    yield found.map((one) => outgoing(organisationChangesV1, organisationChange(one)));
    if (found.length < PAGE) return;
    after = found.at(-1)?.id;
  }
}
