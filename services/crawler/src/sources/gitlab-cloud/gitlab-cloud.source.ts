import { Inject, Injectable } from '@nestjs/common';
import type { TaskChange } from '@leakwatch/contracts';
import { SETTINGS } from '@leakwatch/platform';
import { z } from 'zod';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { serverOf } from '../../upstreams/server-of.ts';
import type { Answer, AskContext, FetchContext, FetchedDocument, Reference, Stored, UnitNeed, UnitSource } from '../unit-source.port.ts';
import { RecentlyPublic } from '../recently-public.ts';
import { lookUpProjects, readTree } from './ask-projects.ts';
import { askSearch } from './ask-search.ts';
import { fetchHit } from './fetch-hit.ts';
import { askOne, type GitlabContext, RESOURCE } from './gitlab-client.ts';
import { hint } from './gitlab-hits.ts';
import { gitlabRequest, unitsFor } from './gitlab-query.ts';
import { GitlabRefusal } from './gitlab-refusal.ts';
import { gitlabState, planSlices, settle, slice as storedSlice } from './gitlab-slices.ts';

/**
 * GitLab.com by its search: code of the whole site where the account's tier has that, else code of the projects that are found by their
 * names (docs/decisions/0043). Only what everybody may see is read, whatever the account could see.
 */
@Injectable()
export class GitlabCloudSource implements UnitSource {
  readonly kind = 'gitlab_cloud';
  /** As GitLab.com documents them. The headers of its answers hold the second one alone. */
  readonly rates = {
    [RESOURCE.search]: { requests: 10, seconds: 60, by: 'address' },
    [RESOURCE.api]: { requests: 2_000, seconds: 60, by: 'account' },
    [RESOURCE.files]: { requests: 500, seconds: 60, by: 'account' },
  } as const;
  readonly resources = { ask: () => RESOURCE.search, fetch: RESOURCE.files };
  readonly accounts = 'required';
  /** 500 files a minute are eight in a second. */
  readonly fetchesAtOnce = 4;
  readonly server: { readonly host: string; readonly port: number };
  private readonly baseUrl: string;
  private readonly recently = new RecentlyPublic();

  constructor(@Inject(SETTINGS) settings: Pick<CrawlerSettings, 'GITLAB_CLOUD_URL'>) {
    this.baseUrl = settings.GITLAB_CLOUD_URL.replace(/\/+$/, '');
    this.server = serverOf(this.baseUrl);
  }

  /** The account's own name, which every token that can search may read. */
  readonly tryAccount = async (access: Access, signal: AbortSignal): Promise<void> => {
    const context: GitlabContext = { baseUrl: this.baseUrl, access, signal };
    await failing(askOne(context, z.object({ id: z.number() }), ({ users }) => users.showCurrentUser()));
  };

  unitsFor(task: TaskChange): readonly UnitNeed[] {
    return task.source_types.includes(this.kind) ? unitsFor(task, task.search_types?.[this.kind] ?? 'by_code') : [];
  }

  plan(request: Stored, state: Stored | undefined): readonly Stored[] {
    return planSlices(gitlabRequest.parse(request), gitlabState.parse(state), Date.now());
  }

  leaving(slice: Stored, state: Stored | undefined): Pick<Answer, 'state'> | undefined {
    const { data } = storedSlice.safeParse(slice);
    if (data?.kind === 'tree' || (data?.kind === 'search' && data.project !== null)) return {};
    if (data?.kind !== 'lookup' || data.projects.length > 1) return undefined;
    return data.settles === null ? {} : { state: settle(gitlabState.parse(state), data.settles) };
  }

  async ask(slice: Stored, { request, state, access, signal }: AskContext): Promise<Answer> {
    const read = storedSlice.safeParse(slice);
    // A slice of another version: the next pass asks for the same.
    if (!read.success) return { references: [], more: [], incomplete: true };
    const context = { baseUrl: this.baseUrl, access, signal };
    const stage = { request: gitlabRequest.parse(request), state: gitlabState.parse(state), now: Date.now() };
    if (read.data.kind === 'search') return failing(askSearch(context, read.data, stage));
    return failing(read.data.kind === 'lookup' ? lookUpProjects(context, read.data, stage) : readTree(context, read.data, stage));
  }

  async fetch(reference: Reference, { access, signal, isLastTry = false }: FetchContext): Promise<readonly FetchedDocument[]> {
    const context: GitlabContext = { baseUrl: this.baseUrl, access, signal };
    return failing(fetchHit(context, hint.parse(reference.hint), { isLastTry, recently: this.recently }));
  }
}

/** A refusal that no step expects is an answer of another shape. */
const failing = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw error instanceof GitlabRefusal ? new UpstreamError('broken_answer', { text: error.text }) : error;
  });
