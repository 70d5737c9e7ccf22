import { type BodyOf, createOrganisation } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

export type OrganisationBody = BodyOf<typeof createOrganisation>;

const organisationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createOrganisation: build.mutation({
      ...fromRoute(createOrganisation, (body: OrganisationBody) => ({ body })),
      invalidatesTags: (_made, error) => (error === undefined ? ['Organisations'] : []),
    }),
  }),
});

export const { useCreateOrganisationMutation } = organisationsApi;
