import { UpstreamError, type UpstreamDetails, type UpstreamFailure } from '../../accounts/upstream-error.ts';
import { scriptedSource, ScriptedUpstream } from '../../units/testing/scripted-source.fixture.ts';
import type { Access } from '../../accounts/access.port.ts';
import { type Fault, LIMIT_SECONDS, type Subject, textOf } from './subject.fixture.ts';

const ACCOUNTS = [
  { login: 'one', secret: 'token of one' },
  { login: 'two', secret: 'token of two' },
] as const;
const RATES = {
  search: { requests: 30, seconds: 60, by: 'account' },
  documents: { requests: 300, seconds: 60, by: 'account' },
} as const;

const FAILURES: Readonly<Partial<Record<Fault, UpstreamFailure>>> = {
  unavailable: 'unavailable',
  broken: 'broken_answer',
  limited: 'limited',
};

/** The smallest source there can be, with an upstream in memory. */
export async function openScripted(): Promise<Subject> {
  const upstream = new ScriptedUpstream();
  const plain = scriptedSource(upstream);
  const refused = new Set<string | null>();
  let fault: Fault | null = null;
  let requests = 0;
  const request = async (access: Access, resource: string) => {
    await access.spend(resource);
    requests += 1;
    if (refused.has(access.login)) throw new UpstreamError('account_refused', { text: 'HTTP 401' });
    const failure = fault === null ? undefined : FAILURES[fault];
    const details: UpstreamDetails = failure === 'limited' ? { resource, seconds: LIMIT_SECONDS } : {};
    if (failure !== undefined) throw new UpstreamError(failure, details);
  };
  return {
    source: {
      ...plain,
      rates: RATES,
      accounts: 'required',
      ask: async (slice, context) => {
        await request(context.access, 'search');
        return plain.ask(slice, context);
      },
      fetch: async (reference, context) => {
        await request(context.access, 'documents');
        return plain.fetch(reference, context);
      },
    },
    accounts: ACCOUNTS,
    task: {},
    namesAll: false,
    pageSize: 3,
    faults: ['unavailable', 'broken'],
    hasNetwork: false,
    requests: () => requests,
    put: (number) => upstream.put(pathOf(number), textOf(number)),
    remove: (number) => void upstream.documents.delete(pathOf(number)),
    pathOf,
    suffer: (next) => void (fault = next),
    refuse: (login) => void refused.add(login),
    accept: () => refused.clear(),
    close: async () => undefined,
  };
}

/** The upstream orders by key: the latest number comes first. */
const pathOf = (number: number): string => `doc-${String(999 - number)}`;
