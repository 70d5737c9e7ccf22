import type { ControlTask } from '@leakwatch/contracts';

/** The address of the task's page. */
export const pathOf = ({ id, is_git_monitoring: git }: Pick<ControlTask, 'id' | 'is_git_monitoring'>): string =>
  git ? `/git_monitoring/${id}` : `/task/${id}`;
