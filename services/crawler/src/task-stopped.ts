/** The task was stopped or deleted while a source was read for it: nothing more is written for it. */
export class TaskStopped extends Error {}
