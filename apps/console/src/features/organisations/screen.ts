import { ACCESS_ROLES } from '@leakwatch/vocabulary';
import type { Feature } from '../../shared/lib/feature.ts';

const texts = [{ ru: () => import('./texts/ru.ts'), en: () => import('./texts/en.ts') }];

/** The organisations of the installation, for staff. */
export const organisations: Feature = {
  pages: [
    {
      path: '/settings/organisations',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts,
      load: async () => (await import('./organisations-page.tsx')).OrganisationsPage,
    },
    {
      path: '/settings/organisations/deleted',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts,
      load: async () => (await import('./deleted-organisations-page.tsx')).DeletedOrganisationsPage,
    },
    {
      path: '/settings/organisations/:id',
      frame: 'settings',
      roles: ACCESS_ROLES.staff,
      texts,
      load: async () => (await import('./organisation-page.tsx')).OrganisationPage,
    },
  ],
  menu: [{ place: 'settings', order: 21, path: '/settings/organisations', title: { ru: 'Организации', en: 'Organisations' } }],
};
