import { PROCESS_STATES } from '@leakwatch/contracts';
import { JOB_STATES, JOB_STEPS, LAUNCH_TRIGGERS, OPEN_LAUNCH_STATES } from '@leakwatch/vocabulary';

/** Keys that code builds from a prefix, with every ending. */
export const KEYS = {
  'fleet.states.': OPEN_LAUNCH_STATES,
  'fleet.triggers.': LAUNCH_TRIGGERS,
  'fleet.health_states.': PROCESS_STATES,
  'fleet.queue.states.': JOB_STATES,
  'fleet.queue.step.': JOB_STEPS,
  'fleet.queue.done.': JOB_STEPS,
  'fleet.queue.failed_to.': JOB_STEPS,
};
