import { organisationStatistics, type StatisticsTemplate } from '@leakwatch/contracts';
import { api } from '../../shared/api/api.ts';
import { fromRoute } from '../../shared/api/from-route.ts';

interface Asked {
  readonly company: string;
  readonly template: StatisticsTemplate;
}

const statisticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    organisationStatistics: build.query(
      fromRoute(organisationStatistics, ({ company, template }: Asked) => ({ params: { company }, query: { template } })),
    ),
  }),
});

export const { useOrganisationStatisticsQuery } = statisticsApi;
