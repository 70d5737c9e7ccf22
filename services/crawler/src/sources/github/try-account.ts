import { z } from 'zod';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { askGithub, type GithubContext } from './github-client.ts';
import { GithubRefusal } from './github-refusal.ts';

/** Some resources with four numbers each. */
const ANSWER_BYTES = 64 * 1024;
const answer = z.object({ resources: z.object({ core: z.object({ remaining: z.number() }) }) });

/** GitHub's own limits: every token may ask for them, GitHub counts no request, and refuses a token that it does not accept. */
export async function tryGithubAccount(context: GithubContext): Promise<void> {
  const call = { resource: 'core', route: 'GET /rate_limit', parameters: {}, schema: answer, maximumBytes: ANSWER_BYTES };
  await askGithub(context, call).catch((error: unknown) => {
    throw error instanceof GithubRefusal ? new UpstreamError('broken_answer', { text: error.text }) : error;
  });
}
