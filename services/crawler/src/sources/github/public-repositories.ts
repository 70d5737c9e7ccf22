import { z } from 'zod';
import { askGithub, type GithubContext } from './github-client.ts';
import { ANSWER_BYTES } from './github-limits.ts';
import type { GithubRepository } from './github-requests.ts';

/** For so long a repository counts as public after it was: asking before each file would double the requests. */
const KNOWN_MS = 10 * 60_000;

type Named = Pick<GithubRepository, 'owner' | 'name'>;
const shown = z.object({ private: z.boolean() });

/**
 * Repositories that everybody could see a moment ago. Files wait for hours when an account is used up, and an account may be a member of a
 * repository that was made private meanwhile.
 */
export class PublicRepositories {
  /** By name, until when it is known; in this order. */
  private readonly known = new Map<string, number>();

  saw({ owner, name }: Named): void {
    const now = Date.now();
    for (const [key, until] of this.known) {
      if (until > now) break;
      this.known.delete(key);
    }
    this.known.delete(`${owner}/${name}`);
    this.known.set(`${owner}/${name}`, now + KNOWN_MS);
  }

  /** @throws as askGithub */
  async has(context: GithubContext, repository: Named): Promise<boolean> {
    const { owner, name } = repository;
    if ((this.known.get(`${owner}/${name}`) ?? 0) > Date.now()) return true;
    const { data } = await askGithub(context, {
      resource: 'core',
      route: 'GET /repos/{owner}/{repo}',
      parameters: { owner, repo: name },
      schema: shown,
      maximumBytes: ANSWER_BYTES.branch,
    });
    if (data.private) return false;
    this.saw(repository);
    return true;
  }
}
