/** The states of a job that staff see. A job that is done is not kept for them. */
export const JOB_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

export const JOB_STEPS = ['retry', 'remove'] as const;
export type JobStep = (typeof JOB_STEPS)[number];

/** What staff may do with a job in each state. A worker holds an active one: the task, report or webhook that it is for is stopped instead. */
export const STEPS_OF_JOB: Readonly<Record<JobState, readonly JobStep[]>> = {
  waiting: ['remove'],
  active: [],
  delayed: ['remove'],
  failed: ['retry', 'remove'],
};
