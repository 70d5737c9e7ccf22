/** Longest reason that is shown, in characters: an error's text may quote much. */
const REASON_MAX = 300;

/** Of why a job or a message failed, what a list shows: the beginning of the first line. */
export const shownReason = (reason: string): string => reason.split('\n', 1)[0]?.slice(0, REASON_MAX) ?? '';
