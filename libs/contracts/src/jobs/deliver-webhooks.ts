import { z } from 'zod';

export const WEBHOOKS_QUEUE = 'webhooks';

/** One job for each organisation with deliveries that are due. Ids only: jobs are stored in clear text. */
export const deliverWebhooksJob = z.object({ organisation_id: z.uuid() });
export type DeliverWebhooksJob = z.output<typeof deliverWebhooksJob>;
