import { PROCESS_STATES } from '@leakwatch/contracts';
import { JOB_STATES, JOB_STEPS, LAUNCH_TRIGGERS, OPEN_LAUNCH_STATES } from '@leakwatch/vocabulary';

/** Keys put together in code, and every value that can stand at their end. */
export const KEYS = {
  'fleet.states.': OPEN_LAUNCH_STATES,
  'fleet.triggers.': LAUNCH_TRIGGERS,
  'fleet.health_states.': PROCESS_STATES,
  'fleet.queue.states.': JOB_STATES,
  'fleet.queue.step.': JOB_STEPS,
  'fleet.queue.done.': JOB_STEPS,
  'fleet.queue.failed_to.': JOB_STEPS,
};
