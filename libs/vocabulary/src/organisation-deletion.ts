/** What of a deleted organisation goes in steps of its own: each belongs to one service. */
export const DELETION_PARTS = ['people', 'tasks', 'events', 'content', 'reports', 'mirrors'] as const;
export type DeletionPart = (typeof DELETION_PARTS)[number];

/**
 * How far a part is: its service has not handled the deletion yet; it is hidden and kept until its time is over; nothing is left; its service does
 * not answer.
 */
export const DELETION_STATES = ['waiting', 'kept', 'done', 'unknown'] as const;
export type DeletionState = (typeof DELETION_STATES)[number];
