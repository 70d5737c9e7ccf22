import type { RepositoryProgress } from '@leakwatch/contracts';

type State = Omit<RepositoryProgress, 'id'>;

/** How far a target of a launch is; `percent` is 0-100. */
export interface TargetState extends State {
  readonly percent: number;
}

/** Takes what a source knows of its targets' progress. */
export interface TargetProgress {
  update(target: string, change: Partial<TargetState>): void;
}
