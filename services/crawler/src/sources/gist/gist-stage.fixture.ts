import { type GistApi, type GistOptions, type SimulatedGist, startGistApi } from '@leakwatch/simulators';
import { SourceStage, StageAccess } from '../source-stage.fixture.ts';
import { GistSource } from './gist.source.ts';
import type { GistRequest } from './gist-requests.ts';

export const SECRET = 'ghp_secret';
const open: GistApi[] = [];

export async function startGists(options: Partial<GistOptions> = {}): Promise<GistApi> {
  const api = await startGistApi({ gists: [], limits: { core: 1_000_000 }, ...options });
  open.push(api);
  return api;
}

export async function closeGists(): Promise<void> {
  for (const api of open.splice(0)) await api.close();
}

export const gistSourceOf = ({ origin }: GistApi): GistSource =>
  new GistSource({ GITHUB_API_URL: origin, GIST_WEB_URL: origin, GIST_RAW_URL: origin });

export const STREAM: GistRequest = { kind: 'stream' };
export const searchRequest = (query: string, deep = false): GistRequest => ({ kind: 'search', query, deep });

export const gistStage = (api: GistApi, request: GistRequest = STREAM, access = new StageAccess(SECRET)): SourceStage =>
  new SourceStage(gistSourceOf(api), request, access);

export const gist = (
  id: string,
  updatedAt: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  more: Partial<SimulatedGist> = {},
): SimulatedGist => ({
  id,
  owner: 'ann',
  updatedAt,
  files: Object.entries(files).map(([name, content]) => ({ name, content })),
  ...more,
});
