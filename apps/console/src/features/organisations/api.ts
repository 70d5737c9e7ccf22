import {
  type BodyOf,
  changeOrganisation,
  createNotification,
  createOrganisation,
  deleteOrganisation,
  getOrganisation,
  listControlTasks,
  listDeletedOrganisations,
  listOrganisations,
  listProxies,
  listServiceAccounts,
  listAccounts,
  organisationCoverage,
  organisationQueue,
  organisationStorage,
  type QueryOf,
  uploadLogo,
} from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type OrganisationBody = BodyOf<typeof createOrganisation>;
export type OrganisationChange = BodyOf<typeof changeOrganisation>;

/** The frame and the profile show the logo of the person's own organisation. */
const invalidatesTags = (_made: unknown, error: unknown) =>
  error === undefined ? (['Organisations', 'Settings', 'Profile'] as const) : [];

const organisationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listOrganisations: build.query({
      ...fromRoute(listOrganisations, (query: QueryOf<typeof listOrganisations>) => ({ query })),
      providesTags: ['Organisations', 'Tariffs'],
    }),
    listDeletedOrganisations: build.query({
      ...fromRoute(listDeletedOrganisations, (query: QueryOf<typeof listDeletedOrganisations>) => ({ query })),
      providesTags: ['Organisations'],
    }),
    getOrganisation: build.query({
      ...fromRoute(getOrganisation, (id: string) => ({ params: { id } })),
      providesTags: ['Organisations'],
    }),
    organisationStorage: build.query({
      ...fromRoute(organisationStorage, (id: string) => ({ params: { id } })),
      providesTags: ['Organisations'],
    }),
    organisationCoverage: build.query({
      ...fromRoute(organisationCoverage, (id: string) => ({ params: { id } })),
      providesTags: ['Tasks'],
    }),
    organisationQueue: build.query(fromRoute(organisationQueue, (id: string) => ({ params: { id } }))),
    countTasksOf: build.query({
      ...fromRoute(listControlTasks, (org: string) => ({ query: { org, limit: 1, offset: 0 } })),
      providesTags: ['Tasks'],
    }),
    countAccountsOf: build.query({
      ...fromRoute(listAccounts, (company: string) => ({ query: { company, limit: 1, offset: 0 } })),
      providesTags: ['Accounts'],
    }),
    countServiceAccountsOf: build.query({
      ...fromRoute(listServiceAccounts, (company: string) => ({ query: { company, limit: 1, offset: 0 } })),
      providesTags: ['ServiceAccounts'],
    }),
    countProxiesOf: build.query({
      ...fromRoute(listProxies, (company: string) => ({ query: { company, limit: 1, offset: 0 } })),
      providesTags: ['Proxies'],
    }),
    createNotification: build.mutation(fromRoute(createNotification, (body: BodyOf<typeof createNotification>) => ({ body }))),
    createOrganisation: build.mutation({ ...fromRoute(createOrganisation, (body: OrganisationBody) => ({ body })), invalidatesTags }),
    changeOrganisation: build.mutation({
      ...fromRoute(changeOrganisation, ({ id, body }: { id: string; body: OrganisationChange }) => ({ params: { id }, body })),
      invalidatesTags,
    }),
    uploadLogo: build.mutation(
      fromRoute(uploadLogo, (file: File) => {
        const body = new FormData();
        body.append('file', file);
        return { body };
      }),
    ),
    deleteOrganisation: build.mutation({
      ...fromRoute(deleteOrganisation, ({ id, cascade }: { id: string; cascade: boolean }) => ({ params: { id }, query: { cascade } })),
      // A refusal says that the list is out of date too.
      invalidatesTags: ['Organisations'],
    }),
  }),
});

export const {
  useListOrganisationsQuery,
  useListDeletedOrganisationsQuery,
  useGetOrganisationQuery,
  useLazyGetOrganisationQuery,
  useCreateOrganisationMutation,
  useChangeOrganisationMutation,
  useDeleteOrganisationMutation,
  useUploadLogoMutation,
  useOrganisationStorageQuery,
  useOrganisationCoverageQuery,
  useOrganisationQueueQuery,
  useCountTasksOfQuery,
  useCountAccountsOfQuery,
  useCountServiceAccountsOfQuery,
  useCountProxiesOfQuery,
  useCreateNotificationMutation,
} = organisationsApi;
