import { useSearchParams } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE, readPaging } from '../../../shared/lib/paging.ts';

interface TaskFilters {
  readonly title: string;
  readonly page: number;
  readonly size: number;
}

/** The task list's state, which lives in the URL. */
export function useTaskFilters(): TaskFilters & { change: (change: Partial<TaskFilters>) => void } {
  const [params, setParams] = useSearchParams();
  const now: TaskFilters = { title: params.get('title') ?? '', ...readPaging(params) };
  const change = (wanted: Partial<TaskFilters>) => {
    const { title, page, size } = { ...now, ...wanted };
    const next = new URLSearchParams();
    if (title !== '') next.set('title', title);
    if (page !== 1) next.set('page', String(page));
    if (size !== DEFAULT_PAGE_SIZE) next.set('size', String(size));
    // Each typed letter would be a step of 'back'.
    setParams(next, { replace: wanted.title !== undefined });
  };
  return { ...now, change };
}
