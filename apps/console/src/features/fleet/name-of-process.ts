import type { ProcessHealth } from '@leakwatch/contracts';

/** As its log is called: the first process of a service has no number. */
export const nameOfProcess = ({ service, process }: Pick<ProcessHealth, 'service' | 'process'>): string =>
  process === 1 ? service : `${service} ${process}`;
