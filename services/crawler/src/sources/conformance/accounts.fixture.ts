import type { Subject } from './subject.fixture.ts';

/** Two accounts of an upstream that knows tokens. */
export const TOKENS: Subject['accounts'] = [
  { login: 'one', secret: 'token-of-one' },
  { login: 'two', secret: 'token-of-two' },
];

export const secretOf = (login: string): string => TOKENS.find((account) => account.login === login)?.secret ?? '';

/** What a simulator of GitHub knows of the tokens, which it reads at each request. */
export function githubTokens() {
  const tokens: Record<string, 'valid' | 'revoked' | 'suspended'> = {};
  const accept = () => {
    for (const { secret } of TOKENS) tokens[secret] = 'valid';
  };
  accept();
  return { tokens, accept, refuse: (login: string, why: 'revoked' | 'suspended') => void (tokens[secretOf(login)] = why) };
}

/** More than any case asks for: limits are a case of their own. */
export const WIDE = { core: 1_000_000, search: 1_000_000, code_search: 1_000_000 };
