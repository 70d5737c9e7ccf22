import { Groups, Users } from '@gitbeaker/rest';
import { createRequesterFn } from '@gitbeaker/requester-utils';
import type { DiscoveredRepository } from '@leakwatch/contracts';
import { z } from 'zod';
import type { Access } from '../../../accounts/access.port.ts';
import { DiscoveryError } from '../discovery-error.ts';
import { askHost, hostErrorIn } from './ask-host.ts';
import { type ObserverAccount, PAGE_SIZE, type RepositoryHost } from './repository-host.port.ts';
import { toDiscovered } from './to-discovered.ts';

const listed = z.array(
  z.object({
    path_with_namespace: z.string(),
    web_url: z.string(),
    http_url_to_repo: z.string(),
    default_branch: z.string().nullish(),
    visibility: z.string().default('public'),
    archived: z.boolean().default(false),
    empty_repo: z.boolean().optional(),
    forked_from_project: z.unknown().optional(),
  }),
);

const expanded = z.object({ data: z.unknown(), paginationInfo: z.object({ next: z.number().nullable() }) });

/** Groups, with their subgroups, and users of a GitLab server. */
export class GitlabHost implements RepositoryHost {
  private readonly baseUrl: string;
  private readonly resource: string;

  constructor(baseUrl: string, resource: string) {
    this.baseUrl = baseUrl;
    this.resource = resource;
  }

  async *pages(account: ObserverAccount, access: Access, signal: AbortSignal): AsyncGenerator<readonly DiscoveredRepository[], void> {
    const options = {
      host: this.baseUrl,
      rateLimits: {},
      requesterFn: this.requester(access, signal),
      ...(access.secret !== null && { token: access.secret }),
    };
    const [groups, users] = [new Groups(options), new Users(options)];
    for (let page: number | null = 1; page !== null; ) {
      const paging = { page, perPage: PAGE_SIZE, orderBy: 'path', sort: 'asc', visibility: 'public', showExpanded: true } as const;
      const answer: unknown = await (account.isOrganisation
        ? groups.allProjects(account.name, { ...paging, includeSubgroups: true, withShared: false })
        : users.allProjects(account.name, paging)
      ).catch((error: unknown) => {
        // The library throws a TypeError for an answer that is not a list.
        throw hostErrorIn(error) ?? (error instanceof TypeError ? new DiscoveryError('discovery_broken_answer') : error);
      });
      const whole = expanded.safeParse(answer);
      const rows = listed.safeParse(whole.data?.data);
      if (!whole.success || !rows.success) throw new DiscoveryError('discovery_broken_answer');
      yield rows.data.filter((row) => row.visibility === 'public').map(toRow);
      const next: number | null = rows.data.length === 0 ? null : whole.data.paginationInfo.next;
      if (next !== null && next <= page) throw new DiscoveryError('discovery_broken_answer');
      page = next;
    }
  }

  /** Replaces the library's own requester, which retries ten times within a third of a second after a 429. */
  private requester(access: Access, signal: AbortSignal) {
    return createRequesterFn(
      async (_, options) => options,
      async (endpoint, options = {}) => {
        const { prefixUrl, searchParams, headers } = requestOptions.parse(options);
        const url = new URL(endpoint, prefixUrl.endsWith('/') ? prefixUrl : `${prefixUrl}/`);
        url.search = searchParams;
        const response = await askHost(url.href, { headers, signal, resource: this.resource, access });
        return { status: response.status, headers: Object.fromEntries(response.headers), body: await readJson(response) };
      },
    );
  }
}

const requestOptions = z.object({
  prefixUrl: z.string(),
  searchParams: z.string().default(''),
  headers: z.record(z.string(), z.string()).default({}),
});

async function readJson(response: Response): Promise<Record<string, unknown>[]> {
  const body: unknown = await response.json().catch(() => undefined);
  const list = z.array(z.record(z.string(), z.unknown())).safeParse(body);
  if (!list.success) throw new DiscoveryError('discovery_broken_answer');
  return list.data;
}

const toRow = (row: z.output<typeof listed>[number]): DiscoveredRepository =>
  toDiscovered('gitlab', {
    title: row.path_with_namespace,
    page: row.web_url,
    remote: row.http_url_to_repo,
    branch: row.default_branch ?? null,
    fork: row.forked_from_project !== undefined && row.forked_from_project !== null,
    archived: row.archived,
    empty: row.empty_repo ?? (row.default_branch === null || row.default_branch === undefined),
  });
