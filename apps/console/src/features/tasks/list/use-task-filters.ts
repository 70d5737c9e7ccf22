import type { NavigateOptions } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE, readPaging } from '../../../shared/lib/paging.ts';
import { useAddress } from '../../../shared/lib/use-address.ts';

interface TaskFilters {
  readonly title: string;
  readonly page: number;
  readonly size: number;
}

const readFilters = (params: URLSearchParams): TaskFilters => ({ title: params.get('title') ?? '', ...readPaging(params) });

function writeFilters({ title, page, size }: TaskFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (title !== '') params.set('title', title);
  if (page !== 1) params.set('page', String(page));
  if (size !== DEFAULT_PAGE_SIZE) params.set('size', String(size));
  return params;
}

/** The state of the task list, kept in the URL. */
export function useTaskFilters(): TaskFilters & { change: (change: Partial<TaskFilters>, options?: NavigateOptions) => void } {
  const [params, changeAddress] = useAddress();
  const change = (wanted: Partial<TaskFilters>, options?: NavigateOptions) =>
    // Replaces the history entry; otherwise each typed letter would be a step of "back".
    changeAddress((now) => writeFilters({ ...readFilters(now), ...wanted }), { replace: wanted.title !== undefined, ...options });
  return { ...readFilters(params), change };
}
