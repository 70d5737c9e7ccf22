import { z } from 'zod';
import { RecentlyPublic } from '../recently-public.ts';
import { askGithub, type GithubContext } from './github-client.ts';
import { ANSWER_BYTES } from './github-limits.ts';
import type { GithubRepository } from './github-requests.ts';

type Named = Pick<GithubRepository, 'owner' | 'name'>;
const nameOf = ({ owner, name }: Named): string => `${owner}/${name}`;
const shown = z.object({ private: z.boolean() });

/**
 * Repositories that everybody could see a moment ago. Files wait for hours when an account is used up, and an account may be a member of a
 * repository that was made private meanwhile.
 */
export class PublicRepositories {
  private readonly recently = new RecentlyPublic();

  saw(repository: Named): void {
    this.recently.saw(nameOf(repository));
  }

  /** @throws as askGithub */
  async has(context: GithubContext, repository: Named): Promise<boolean> {
    if (this.recently.has(nameOf(repository))) return true;
    const { owner, name } = repository;
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
