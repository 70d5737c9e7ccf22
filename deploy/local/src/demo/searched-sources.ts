import { loginTelegramPost, runTelegramPost, stopTelegramPost } from '@leakwatch/contracts';
import type { SearchedSources } from '@leakwatch/simulators';
import type { SourceType } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { type ConsoleClient, Refused } from './console-client.ts';

const options = z.array(z.object({ id: z.string(), name: z.string() }));

/** Adds the service accounts with which the simulated sources are searched: an organisation's own at GitHub, and common ones. */
export async function addSearchAccounts(staff: ConsoleClient, sources: SearchedSources, organisation = 'Ромашка'): Promise<void> {
  const company = options.parse(await staff.get('/api/control/organisations/full/')).find(({ name }) => name === organisation);
  const [first, second, third] = sources.proxies.map(({ address }) => `${address.host}:${address.port}`);
  const path = '/api/control/services/accounts/';
  const accounts = [
    { source_type: 'github', company: company?.id ?? null, login: 'romashka-watch', password: sources.tokens.github, proxy_ext: first },
    { source_type: 'gitlab_cloud', company: null, login: 'leakwatch', password: sources.tokens.gitlab, proxy_ext: second },
    { source_type: 'google_docs', company: null, login: sources.engine, password: sources.tokens.google, proxy_ext: third },
  ];
  for (const account of accounts) await staff.post(path, account).catch(unless('service_account_exists'));
}

/**
 * Adds the account that reads the simulated Telegram, and signs it in. The server forgets its sessions when it ends, so this is repeated at each
 * start.
 */
export async function signInTelegram(staff: ConsoleClient, { telegramAccount }: Pick<SearchedSources, 'telegramAccount'>): Promise<void> {
  const { phone, code, api } = telegramAccount;
  const account = { source_type: 'telegram', company: null, login: 'leakwatch-reader', password: 'not used', phone, proxy_ext: '' };
  await staff.post('/api/control/services/accounts/', account).catch(unless('service_account_phone_exists'));
  await staff.post(stopTelegramPost.path, { phone });
  await staff.post(loginTelegramPost.path, { phone, api_id: api.id, api_hash: api.hash });
  await staff.post(loginTelegramPost.path, { phone, code });
  await staff.post(runTelegramPost.path, { phone });
}

/** For `catch`: passes on every error but a refusal with this code. */
const unless = (code: string) => (error: unknown) => {
  if (!(error instanceof Refused) || error.code !== code) throw error;
};

/** Creates a task over searched sources, all six by default. Returns its id. */
export async function createSearchTask(
  user: ConsoleClient,
  { patterns, channels = [] }: Pick<SearchedSources, 'patterns'> & Partial<Pick<SearchedSources, 'channels'>>,
  email: string,
  sources: readonly SourceType[] = ['github', 'gist', 'gitlab_cloud', 'pastebin', 'google_docs', 'telegram'],
): Promise<string> {
  const body = {
    title: 'Ромашка в открытых источниках',
    recipients: [email],
    patterns,
    sources: sources.map((source) => ({
      source_type: source,
      search_type: 'by_code',
      active: true,
      status: true,
      tg_channels: source === 'telegram' ? channels.map((username) => ({ username })) : [],
    })),
  };
  return user.createTask(body);
}
