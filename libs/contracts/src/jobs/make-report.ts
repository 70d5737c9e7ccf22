import { z } from 'zod';

export const REPORTS_QUEUE = 'reports';

/** Ids only: jobs are stored in clear text. */
export const makeReportJob = z.object({ report_id: z.uuid() });
export type MakeReportJob = z.output<typeof makeReportJob>;
