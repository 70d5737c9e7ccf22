/**
 * What a re-check found. there: the document still holds what was found; history: only an older version does, which the repository still gives;
 * changed: the document is there, and what was found is not in it any more; gone: the document is not public any more.
 */
export const RECHECK_ANSWERS = ['there', 'history', 'changed', 'gone'] as const;
export type RecheckAnswer = (typeof RECHECK_ANSWERS)[number];
