import { z } from 'zod';

export const POOL_CHECKS_QUEUE = 'pool-checks';

/** One job for each check of a service account or a proxy. Ids only: jobs are stored in clear text. */
export const poolCheckJob = z.object({ check_id: z.uuid() });
export type PoolCheckJob = z.output<typeof poolCheckJob>;
