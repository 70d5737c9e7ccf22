import type { OrganisationDetail, OrganisationRow } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';
import { ORGANISATION } from './tasks.ts';

export type MockOrganisation = OrganisationDetail & Pick<OrganisationRow, 'users' | 'tasks' | 'events'>;

const { tariff, starts_at, expires_at } = ORGANISATION;

const organisation = (number: number, name: string, over: Partial<MockOrganisation>): MockOrganisation => ({
  id: mockId(8, number),
  name,
  description: '',
  logo: null,
  tariff_type: 'all_inclusive',
  tariff: tariff.id,
  active: true,
  trusted: true,
  two_factor_users: false,
  is_telegram_notification_on: false,
  storage_quota_gb: null,
  starts_at,
  expires_at,
  custom_time_limitations: false,
  version: 1,
  users: 0,
  tasks: 0,
  events: 0,
  ...over,
});

/** Active ones first, as the service sorts them. */
export const makeOrganisations = (): readonly MockOrganisation[] => [
  organisation(1, ORGANISATION.name, {
    logo: ORGANISATION.logo,
    trusted: false,
    users: 5,
    tasks: 12,
    events: 1204,
    description: 'Пилот до конца года',
  }),
  organisation(2, 'Old Corp', {
    active: false,
    custom_time_limitations: true,
    tariff_type: 'count_launch',
    tariff: mockId(9, 51),
    starts_at: minutesAgo(900_000),
    expires_at: minutesAgo(20_000),
    events: null,
  }),
];
