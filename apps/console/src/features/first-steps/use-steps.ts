import {
  useFirstKeywordSetQuery,
  useFirstOrganisationsQuery,
  useFirstServiceAccountQuery,
  useFirstTariffQuery,
  useFirstTaskQuery,
} from './api.ts';
import type { Step } from './steps.ts';

const FRESH = { refetchOnMountOrArgChange: true };

/** Whether each step is done; undefined while that is not known. `error` of what did not load. */
export function useSteps() {
  const inclusive = useFirstTariffQuery('all_inclusive', FRESH);
  const counted = useFirstTariffQuery('count_launch', FRESH);
  const organisations = useFirstOrganisationsQuery(undefined, FRESH);
  const serviceAccounts = useFirstServiceAccountQuery(undefined, FRESH);
  const keywordSets = useFirstKeywordSetQuery(undefined, FRESH);
  const tasks = useFirstTaskQuery(undefined, FRESH);
  const all = [inclusive, counted, organisations, serviceAccounts, keywordSets, tasks];
  const has = (page: { readonly count: number } | undefined) => page && page.count > 0;
  const done: Readonly<Record<Step, boolean | undefined>> = {
    tariff: inclusive.data && counted.data && inclusive.data.count + counted.data.count > 0,
    organisation: has(organisations.data),
    user: organisations.data?.results.some(({ users }) => users > 0),
    service_account: has(serviceAccounts.data),
    keywords: has(keywordSets.data),
    task: has(tasks.data),
  };
  return {
    done,
    error: all.find(({ error }) => error !== undefined)?.error,
    retry: () => {
      for (const { error, refetch } of all) if (error !== undefined) void refetch();
    },
  };
}
