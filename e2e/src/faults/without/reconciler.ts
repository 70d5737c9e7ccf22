// In place of services/tasks/src/launches/reconcile-launches.ts: no launch is queued again.
import { ReconcileLaunches as Whole } from '../../../../services/tasks/src/launches/reconcile-launches.ts';

export { SILENCE_SECONDS } from '../../../../services/tasks/src/launches/reconcile-launches.ts';

export class ReconcileLaunches extends Whole {
  override async run(): Promise<number> {
    return 0;
  }
}
