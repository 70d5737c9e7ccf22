import { QUEUE_JOBS } from '@leakwatch/contracts';

/** What a job holds as its contract has it; nothing of a job of another shape, which might hold anything. */
export function dataOf(queue: string, data: unknown): Readonly<Record<string, string | number>> {
  const read = QUEUE_JOBS.get(queue)?.safeParse(data);
  return read?.success === true ? read.data : {};
}
