import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { ReadRepository, RepositoryReader } from './read-repositories.ts';

/** A link people click must not carry credentials that somebody pasted into it. */
function withoutCredentials(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}

/** Makes the task's repositories these: one whose address stays keeps its id and what is known of it. */
export async function setRepositories(
  em: SqlEntityManager,
  task: { id: string; organisationId: string },
  repositories: readonly ReadRepository[],
  reader: RepositoryReader,
): Promise<void> {
  const addresses = repositories.map((repository) => repository.remote.address);
  await rows(em, sql`delete from tasks.repository where task_id = ${task.id} and not (address = any (${addresses}::text[]))`);
  const known = await rows(em, sql<{ id: string; address: string }>`select id, address from tasks.repository where task_id = ${task.id}`);
  const ids = new Map(known.map((repository) => [repository.address, repository.id]));
  for (const [position, repository] of repositories.entries()) {
    const id = ids.get(repository.remote.address) ?? newId();
    const sealed = reader.seal(id, repository.remote);
    await rows(
      em,
      sql`insert into tasks.repository as r (id, task_id, organisation_id, position, title, url, default_branch, remote_source,
            address, masked, credentials, credential_scope)
          values (${id}, ${task.id}, ${task.organisationId}, ${position}, ${repository.title}, ${withoutCredentials(repository.url)},
            ${repository.defaultBranch}, ${repository.remoteSource}, ${repository.remote.address}, ${repository.remote.masked},
            ${sealed}, ${repository.credentialScope})
          on conflict (id) do update set position = excluded.position, title = excluded.title, url = excluded.url,
            default_branch = excluded.default_branch, remote_source = excluded.remote_source,
            -- The console sends the masked address back when nobody typed it anew: then the kept credentials stay.
            masked = case when excluded.credentials is null then r.masked else excluded.masked end,
            credentials = coalesce(excluded.credentials, r.credentials),
            credential_scope = case when excluded.credentials is null then r.credential_scope else excluded.credential_scope end`,
    );
  }
}
