import { Agent } from 'undici';
import type { HostApi } from '@leakwatch/simulators';
import { sendRequest } from '../../accounts/send-request.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { AccessPool } from '../../units/with-access.port.ts';
import { StageAccess } from '../source-stage.fixture.ts';
import type { Fault } from './happenings.fixture.ts';

const BEHAVIOURS: Readonly<Record<Fault, HostApi['behaviour']>> = {
  limited: { kind: 'limited', seconds: 1 },
  status: { kind: 'status', status: 500 },
  cut: { kind: 'cut' },
  broken_json: { kind: 'broken_json' },
  web_page: { kind: 'web_page' },
};

/** How an upstream that speaks HTTP answers badly; null for rightly. */
export const suffersHttp =
  (api: HostApi) =>
  (fault: Fault | null): void => {
    api.behaviour = fault === null ? { kind: 'plain' } : BEHAVIOURS[fault];
  };

/** Login and secret of an account. */
export type Credential = readonly [string, string];

/** Gives the steps an account each, without limits, and not one that a step does without. `before` runs before each request over HTTP. */
export function openPool(
  inOrder: () => readonly Credential[],
  before: () => Promise<void>,
): { readonly pool: AccessPool; readonly close: () => Promise<void> } {
  const agent = new Agent();
  const withAccess: AccessPool['withAccess'] = async (wanted, work) => {
    const [login, secret] = inOrder().find(([one]) => wanted.without?.includes(one) !== true) ?? [null, null];
    if (login === null && (wanted.without ?? []).length > 0) throw new UpstreamError('out_of_reach', { code: 'no_member' });
    const means = new StageAccess(secret);
    const { connect, closing } = means;
    const fetch = async (...asked: Parameters<StageAccess['fetch']>) => {
      await before();
      return sendRequest(agent, ...asked);
    };
    const access = { account: login, login, secret, fetch, connect, closing, spend: async () => undefined, saw: async () => undefined };
    return work(access, wanted.signal).finally(() => means.close());
  };
  return { pool: { withAccess }, close: () => agent.close() };
}
