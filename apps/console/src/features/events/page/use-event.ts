import { toProblem } from '../../../shared/api/problem.ts';
import { useGetEventQuery } from '../api.ts';

/** The list polls as often; in milliseconds. */
const POLL_MS = 5000;

/** One event, read again while it is shown; `problem` where it could not be read at all. */
export function useEvent(id: string) {
  const { currentData, error, refetch } = useGetEventQuery(id, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const problem = error === undefined ? null : toProblem(error);
  // A malformed id is answered as a bad request. An event of another organisation is answered like one that does not exist.
  const isMissing = problem?.status === 404 || problem?.code === 'invalid_request';
  return { event: currentData, problem, isMissing, retry: () => void refetch() };
}
