import { InvalidRequest, newId, type SqlEntityManager } from '@leakwatch/platform';
import { spellingOf } from '@leakwatch/rules';
import { tables } from '../entities.ts';
import { openSpelling, type ReadRepository, type RepositoryReader } from './read-repositories.ts';
import { type Repository, RepositoryEntity } from './repository.entity.ts';

/** People click this link, so credentials that were pasted into it are removed. */
function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}

/** A masked address means stored credentials. Without any, the repository would be fetched anonymously. */
function requireStored(repositories: readonly ReadRepository[], stored: ReadonlyMap<string, Repository>): void {
  const faults = repositories.flatMap(({ remote, index }) =>
    remote.keepsCredentials === true && (stored.get(remote.address)?.credentials ?? null) === null
      ? [[`git_repositories.${index}.git_remote_url`, 'credentials_missing'] as const]
      : [],
  );
  if (faults.length > 0) throw new InvalidRequest('task_invalid', Object.fromEntries(faults));
}

/** A repository of a task that was not deleted: without its credentials a deleted one would be read as a stranger reads it. */
export const openableRepository = (em: SqlEntityManager, id: string) =>
  tables(em)
    .selectFrom('tasks.repository as r')
    .innerJoin('tasks.task as t', 't.id', 'r.task_id')
    .select(['r.address', 'r.credentials'])
    .where('r.id', '=', id)
    .where('t.archived_at', 'is', null)
    .executeTakeFirst();

/** Deletes the credentials of a deleted task's repositories; what else is known of them is kept for its history. */
export async function forgetCredentials(em: SqlEntityManager, task: string): Promise<void> {
  await em.nativeUpdate(RepositoryEntity, { task_id: task, credentials: { $ne: null } }, { credentials: null });
}

/**
 * Replaces the task's repositories. A repository whose address stays keeps its id and its state; one whose address is spelt otherwise keeps the
 * address too, by which its events are known.
 * Throws InvalidRequest `task_invalid` for a masked address without stored credentials.
 */
export async function setRepositories(
  em: SqlEntityManager,
  task: { id: string; organisationId: string },
  repositories: readonly ReadRepository[],
  reader: RepositoryReader,
): Promise<void> {
  const stored = new Map((await em.find(RepositoryEntity, { task_id: task.id })).map((repository) => [repository.address, repository]));
  requireStored(repositories, stored);
  const sentAddresses = new Set(repositories.map(({ remote }) => remote.address));
  const open = [...stored.values()].filter(({ address, credentials }) => credentials === null && !sentAddresses.has(address));
  const bySpelling = new Map(open.map((repository) => [spellingOf(repository.address), repository]));
  for (const [position, { remote, ...sent }] of repositories.entries()) {
    const known = stored.get(remote.address) ?? bySpelling.get(openSpelling(remote));
    stored.delete(known?.address ?? remote.address);
    const id = known?.id ?? newId();
    const columns = {
      position,
      title: sent.title,
      url: withoutCredentials(sent.url),
      default_branch: sent.defaultBranch,
      remote_source: sent.remoteSource,
    };
    const access = { masked: remote.masked, credentials: reader.seal(id, remote), credential_scope: sent.credentialScope };
    if (known === undefined)
      em.create(RepositoryEntity, {
        id,
        task_id: task.id,
        organisation_id: task.organisationId,
        address: remote.address,
        error_code: null,
        last_indexed: null,
        ...columns,
        ...access,
      });
    // The console sends the masked address back when the person did not change it.
    else em.assign(known, { ...columns, ...(remote.keepsCredentials !== true && access) });
  }
  for (const removed of stored.values()) em.remove(removed);
  await em.flush();
}
