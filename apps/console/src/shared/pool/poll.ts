/** A crawler changes the state of accounts and proxies at any time, without a live update; in milliseconds. */
const POLL_MS = 10_000;

/** Options of a list of the pool: it is read again while the window has the focus. */
export const POLLED = { pollingInterval: POLL_MS, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true } as const;
