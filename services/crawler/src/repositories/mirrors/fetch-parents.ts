import { getLoose } from './loose-objects.ts';
import { attempt, type Attempts, FILE_BY_FILE, fetchNewest, isHere, MAX_FAILURES, NO_HAVES, OBJECT_BY_OBJECT } from './salvage-attempts.ts';
import { commitsWithParents, removeShallow } from './salvaged-history.ts';

/** Finding out how much of a history can be read takes at most this many failed requests. */
const FAILURES_A_COMMIT = 64;

/**
 * Requests the commits that others name as their parents but that are missing, until a round brings nothing new: git stops at the first commit
 * that it cannot read, also where those behind it are whole. Ends early when the server has failed too often.
 * @returns every commit that is here
 */
export async function fetchParents(attempts: Attempts): Promise<readonly string[]> {
  const asked = new Set<string>();
  for (;;) {
    await removeShallow(attempts.connection);
    const parentsOf = await commitsWithParents(attempts.connection);
    const missing = new Set([...parentsOf.values()].flat().filter((parent) => !parentsOf.has(parent) && !asked.has(parent)));
    if (missing.size === 0) return [...parentsOf.keys()];
    for (const commit of missing) {
      if (attempts.failures + FAILURES_A_COMMIT > MAX_FAILURES) return [...parentsOf.keys()];
      asked.add(commit);
      await fetchCommit(attempts, commit);
    }
  }
}

/** All of its history, or as much of it as the server can read, or at least itself. */
async function fetchCommit(attempts: Attempts, commit: string): Promise<void> {
  const { connection } = attempts;
  const settings = [...OBJECT_BY_OBJECT, ...NO_HAVES];
  if (await isHere(connection, commit)) return;
  if (await attempt(attempts, [commit], { settings })) return;
  if (!(await isHere(connection, commit))) await fetchNewest(attempts, commit, settings);
  // What comes next is not fetched as far as this.
  await removeShallow(connection);
  if (!(await isHere(connection, commit)) && connection.url.startsWith('http'))
    await attempt(attempts, [commit], { variables: FILE_BY_FILE });
  if (!(await isHere(connection, commit))) await getLoose(connection, commit);
}
