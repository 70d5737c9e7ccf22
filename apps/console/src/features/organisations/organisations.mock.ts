import {
  addressOfLogo,
  changeOrganisation,
  createNotification,
  createOrganisation,
  deleteOrganisation,
  getLogo,
  getOrganisation,
  listOrganisations,
  organisationCoverage,
  organisationQueue,
  organisationStorage,
  uploadLogo,
} from '@leakwatch/contracts';
import { endOfTerm, GIGABYTE, storageLevel } from '@leakwatch/rules';
import type { MockOrganisation } from '../../../mock/data/organisations.ts';
import { deletedOrganisation } from '../../../mock/data/deleted-organisations.ts';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { handle } from '../../../mock/handle.ts';
import { minutesAgo, mockId } from '../../../mock/ids.ts';
import { accepted, DONE, notFound, pageOf, Refusal } from '../../../mock/replies.ts';
import type { World } from '../../../mock/world.ts';

const { tariff: TARIFF, id: ID } = ORGANISATION;

const tariffOf = (world: World, { tariff_type, tariff }: Pick<MockOrganisation, 'tariff_type' | 'tariff'>) =>
  world.tariffs[tariff_type].find(({ id }) => id === tariff);

function found(world: World, id: string): MockOrganisation {
  const organisation = world.organisations.find((one) => one.id === id);
  if (organisation === undefined) throw notFound();
  return organisation;
}

/** Refuses what the service would refuse, and computes the end of a term. */
function checked(world: World, wanted: MockOrganisation): MockOrganisation {
  const tariff = tariffOf(world, wanted);
  if (tariff === undefined) throw new Refusal(404, 'tariff_not_found');
  if (world.organisations.some(({ id, name }) => id !== wanted.id && name === wanted.name)) throw new Refusal(409, 'organisation_exists');
  if (wanted.custom_time_limitations) return wanted;
  return { ...wanted, expires_at: endOfTerm(new Date(wanted.starts_at), tariff.time_limit_total_months).toISOString() };
}

export const HANDLERS = [
  handle(
    listOrganisations,
    ({ world, query }) => {
      const named = world.organisations.filter(({ name }) => name.toLowerCase().includes(query.name.toLowerCase()));
      const sorted = named.toSorted((one, other) => Number(other.active) - Number(one.active));
      const rows = sorted.map((one) => ({ ...one, tariff: tariffOf(world, one)?.name ?? TARIFF.name }));
      return pageOf(
        rows.map(
          ({
            description: _text,
            two_factor_users: _second,
            is_telegram_notification_on: _chat,
            storage_quota_gb: _quota,
            custom_time_limitations: _custom,
            ...row
          }) => row,
        ),
        query,
      );
    },
    {},
  ),
  handle(
    getOrganisation,
    ({ world, params }) => {
      const { users: _users, tasks: _tasks, events: _events, ...detail } = found(world, params.id);
      return detail;
    },
    { params: { id: ID } },
  ),
  handle(
    organisationStorage,
    ({ world, params }) => {
      const own = found(world, params.id).storage_quota_gb;
      const quota_bytes = (own ?? 100) * GIGABYTE;
      const parts = [
        { part: 'content' as const, items: 18_204, bytes: 12.5 * GIGABYTE },
        { part: 'mirrors' as const, items: 42, bytes: 74 * GIGABYTE },
      ];
      const used_bytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
      return { quota_bytes, own_quota: own !== null, used_bytes, level: storageLevel(used_bytes, quota_bytes, 'free'), parts };
    },
    { params: { id: ID } },
  ),
  handle(
    organisationQueue,
    ({ world }) => ({
      sources:
        world.scenario === 'full'
          ? [
              { source_type: 'github' as const, units: 12, position: 2, of: 5, oldest_wanted: minutesAgo(14) },
              { source_type: 'telegram' as const, units: 3, position: 1, of: 1, oldest_wanted: minutesAgo(1) },
            ]
          : [],
    }),
    { params: { id: ID } },
  ),
  handle(
    organisationCoverage,
    ({ world }) => ({
      sources:
        world.scenario === 'full'
          ? [
              {
                ...{
                  source_type: 'git_repo' as const,
                  tasks: 3,
                  tasks_failing: 1,
                  parts: 48,
                  parts_failed: 2,
                  total: 12_400,
                  scanned: 12_380,
                },
                ...{
                  unread: 20,
                  unchecked: 4,
                  capped: 0,
                  incomplete: 0,
                  silent: 0,
                  tasks_not_searched: 1,
                  oldest_full_pass: minutesAgo(300),
                },
              },
              {
                ...{ source_type: 'github' as const, tasks: 2, tasks_failing: 0, parts: 36, parts_failed: 0, total: 940, scanned: 940 },
                ...{
                  unread: 0,
                  unchecked: 0,
                  capped: 0,
                  incomplete: 0,
                  silent: 0,
                  tasks_not_searched: 0,
                  oldest_full_pass: minutesAgo(60),
                },
              },
            ]
          : [],
    }),
    { params: { id: ID } },
  ),
  handle(
    createNotification,
    ({ world, body }) => {
      found(world, body.organisation);
      world.sent.push(body);
      return { id: mockId(53, 1) };
    },
    { body: { organisation: ID, title: 'Maintenance', message: 'On Sunday' } },
  ),
  handle(
    createOrganisation,
    ({ world, body }) => {
      const id = mockId(8, 100 + world.sent.length);
      const starts_at = body.starts_at ?? new Date().toISOString();
      const dates = { starts_at, expires_at: body.expires_at ?? starts_at, custom_time_limitations: body.expires_at !== undefined };
      const added = checked(world, { ...body, ...dates, id, version: 1, users: 0, tasks: 0, events: 0 });
      world.organisations = [...world.organisations, added];
      world.sent.push(body);
      return { id };
    },
    { body: { name: 'Acme', tariff_type: ORGANISATION.tariff_type, tariff: TARIFF.id } },
  ),
  handle(
    changeOrganisation,
    ({ world, params, body: sent }) => {
      const { fields: body, version } = accepted(found(world, params.id), sent);
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const changed = checked(world, { ...found(world, params.id), ...given, version });
      world.organisations = world.organisations.map((one) => (one.id === params.id ? changed : one));
      world.sent.push(given);
      return DONE;
    },
    { params: { id: ID }, body: { active: false } },
  ),
  handle(uploadLogo, () => ({ logo: addressOfLogo(mockId(51, 1)) })),
  // The mock answers texts only.
  handle(getLogo, () => '', { params: { id: mockId(51, 1) } }),
  handle(
    deleteOrganisation,
    ({ world, params, query }) => {
      const { name } = found(world, params.id);
      const waiting = { state: 'waiting', left: 3, until: null } as const;
      world.deletedOrganisations = [deletedOrganisation(50, name, 0, { tasks: waiting }), ...world.deletedOrganisations];
      world.organisations = world.organisations.filter(({ id }) => id !== params.id);
      world.sent.push(query);
      return DONE;
    },
    { params: { id: ID } },
  ),
];
