// In place of services/crawler/src/passes/held-cohorts.store.ts: a scan commits what it took although another one has taken it since.
export async function checkHeld(): Promise<void> {}
