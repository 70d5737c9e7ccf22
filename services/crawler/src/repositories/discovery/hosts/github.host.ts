import type { DiscoveredRepository } from '@leakwatch/contracts';
import { Octokit } from '@octokit/rest';
import { z } from 'zod';
import type { Access } from '../../../accounts/access.port.ts';
import { DiscoveryError } from '../discovery-error.ts';
import { askHost, hostErrorIn } from './ask-host.ts';
import { type ObserverAccount, PAGE_SIZE, type RepositoryHost } from './repository-host.port.ts';
import { toDiscovered } from './to-discovered.ts';

const listed = z.array(
  z.object({
    full_name: z.string(),
    html_url: z.string(),
    clone_url: z.string(),
    default_branch: z.string().nullish(),
    private: z.boolean(),
    fork: z.boolean(),
    archived: z.boolean().default(false),
  }),
);

/** The library would otherwise print deprecation headers of answers. */
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const NEXT = /;\s*rel="?next"?/;

/** Organisations and users of GitHub or a GitHub Enterprise server. */
export class GithubHost implements RepositoryHost {
  private readonly baseUrl: string;
  private readonly resource: string;

  constructor(baseUrl: string, resource: string) {
    this.baseUrl = baseUrl;
    this.resource = resource;
  }

  /** Pages are requested by number, so that a token is never sent to an address that an answer names. */
  async *pages(account: ObserverAccount, access: Access, signal: AbortSignal): AsyncGenerator<readonly DiscoveredRepository[], void> {
    const octokit = this.client(access, signal);
    for (let page = 1; ; page += 1) {
      const { data, headers } = await this.ask(octokit, account, page);
      const rows = listed.safeParse(data);
      if (!rows.success) throw new DiscoveryError('discovery_broken_answer');
      yield rows.data.filter((row) => !row.private).map(toRow);
      if (rows.data.length === 0 || !NEXT.test(headers.link ?? '')) return;
    }
  }

  private async ask(octokit: Octokit, account: ObserverAccount, page: number): Promise<{ data: unknown; headers: { link?: string } }> {
    const paging = { per_page: PAGE_SIZE, page, sort: 'full_name' } as const;
    try {
      if (account.isOrganisation) return await octokit.rest.repos.listForOrg({ org: account.name, type: 'public', ...paging });
      return await octokit.rest.repos.listForUser({ username: account.name, type: 'owner', ...paging });
    } catch (error) {
      throw hostErrorIn(error) ?? error;
    }
  }

  private client(access: Access, signal: AbortSignal): Octokit {
    const ask = async (url: string, options: { headers: Record<string, string> }) =>
      askHost(url, { headers: options.headers, signal, resource: this.resource, access });
    return new Octokit({
      baseUrl: this.baseUrl,
      userAgent: 'leakwatch',
      log: SILENT,
      request: { fetch: ask },
      ...(access.secret !== null && { auth: access.secret }),
    });
  }
}

/** GitHub does not say whether a repository is empty: its size is in kilobytes and updated late. */
const toRow = (row: z.output<typeof listed>[number]): DiscoveredRepository =>
  toDiscovered('github', {
    title: row.full_name,
    page: row.html_url,
    remote: row.clone_url,
    branch: row.default_branch ?? null,
    fork: row.fork,
    archived: row.archived,
    empty: row.default_branch === null || row.default_branch === undefined,
  });
