import { TASK_ACTIONS, type TaskAction } from '@leakwatch/vocabulary';
import { useAddress } from '../../../shared/lib/use-address.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface HistoryFilters {
  /** null: all tasks. */
  readonly task: string | null;
  readonly action: TaskAction | null;
}

/** The filters of the history, kept in the URL. A change goes to the first page. */
export function useHistoryFilters(): HistoryFilters & { change: (change: Partial<HistoryFilters>) => void } {
  const [params, changeAddress] = useAddress();
  const task = params.get('task');
  const now: HistoryFilters = {
    task: task !== null && UUID.test(task) ? task : null,
    action: TASK_ACTIONS.find((action) => action === params.get('action')) ?? null,
  };
  const change = (wanted: Partial<HistoryFilters>) => changeAddress({ ...wanted, page: null });
  return { ...now, change };
}
