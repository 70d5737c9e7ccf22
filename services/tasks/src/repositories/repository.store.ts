import { InvalidRequest, newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { ReadRepository, RepositoryReader } from './read-repositories.ts';

/** People click this link, so credentials that were pasted into it are removed. */
function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}

interface KnownRepository {
  readonly id: string;
  readonly address: string;
  readonly sealed: boolean;
}

/** A masked address means stored credentials. Without any, the repository would be fetched anonymously. */
function requireKept(repositories: readonly ReadRepository[], known: ReadonlyMap<string, KnownRepository>): void {
  const faults = repositories.flatMap(({ remote, index }) =>
    remote.keepsCredentials === true && known.get(remote.address)?.sealed !== true
      ? [[`git_repositories.${index}.git_remote_url`, 'credentials_missing'] as const]
      : [],
  );
  if (faults.length > 0) throw new InvalidRequest('task_invalid', Object.fromEntries(faults));
}

/**
 * Replaces the task's repositories. A repository whose address stays keeps its id and its state.
 * Throws InvalidRequest `task_invalid` for a masked address without stored credentials.
 */
export async function setRepositories(
  em: SqlEntityManager,
  task: { id: string; organisationId: string },
  repositories: readonly ReadRepository[],
  reader: RepositoryReader,
): Promise<void> {
  const addresses = repositories.map((repository) => repository.remote.address);
  await rows(em, sql`delete from tasks.repository where task_id = ${task.id} and not (address = any (${addresses}::text[]))`);
  const found = await rows(
    em,
    sql<KnownRepository>`select id, address, credentials is not null as sealed from tasks.repository where task_id = ${task.id}`,
  );
  const known = new Map(found.map((repository) => [repository.address, repository]));
  requireKept(repositories, known);
  for (const [position, repository] of repositories.entries()) {
    const id = known.get(repository.remote.address)?.id ?? newId();
    const sealed = reader.seal(id, repository.remote);
    const keeps = repository.remote.keepsCredentials === true;
    await rows(
      em,
      sql`insert into tasks.repository as r (id, task_id, organisation_id, position, title, url, default_branch, remote_source,
            address, masked, credentials, credential_scope)
          values (${id}, ${task.id}, ${task.organisationId}, ${position}, ${repository.title}, ${withoutCredentials(repository.url)},
            ${repository.defaultBranch}, ${repository.remoteSource}, ${repository.remote.address}, ${repository.remote.masked},
            ${sealed}, ${repository.credentialScope})
          on conflict (id) do update set position = excluded.position, title = excluded.title, url = excluded.url,
            default_branch = excluded.default_branch, remote_source = excluded.remote_source,
            -- The console sends the masked address back when the person did not change it.
            masked = case when ${keeps} then r.masked else excluded.masked end,
            credentials = case when ${keeps} then r.credentials else excluded.credentials end,
            credential_scope = case when ${keeps} then r.credential_scope else excluded.credential_scope end`,
    );
  }
}
