/** In the order in which each needs the ones before it. */
export const STEPS = ['tariff', 'organisation', 'user', 'service_account', 'keywords', 'task'] as const;
export type Step = (typeof STEPS)[number];

/** Where each is done. */
export const PATHS: Readonly<Record<Step, string>> = {
  tariff: '/settings/tariffs',
  organisation: '/settings/organisations?dialog=new',
  user: '/settings/accounts?dialog=new',
  service_account: '/settings/service-accounts?dialog=new',
  keywords: '/settings/keywords',
  task: '/settings/tasks',
};
