import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { AccessPool } from '../../units/with-access.port.ts';
import { StageAccess } from '../source-stage.fixture.ts';

export interface Member {
  readonly login: string;
  /** Its session was ended, and the account blocked for it. */
  isBlocked: boolean;
  /** So many times it is passed over: an upstream asked for a wait. */
  waits: number;
  readonly secret: () => string;
}

/** Chooses among several accounts as AccountPool does, without its windows: those that are known to reach what is asked for come first. */
export function membersPool(accounts: readonly Member[], signIn: (login: string) => void): AccessPool {
  const used: string[] = [];
  const isFree = (one: Member) => one.waits === 0 || (one.waits -= 1) < 0;
  const choose = (able: readonly Member[]): Member | undefined => {
    if (able.length === 0) return undefined;
    const [free] = able.filter(isFree).sort((one, other) => used.lastIndexOf(one.login) - used.lastIndexOf(other.login));
    if (free === undefined) throw new UpstreamError('limited', { resource: 'history', seconds: 1 });
    return free;
  };
  const withAccess: AccessPool['withAccess'] = async ({ among = [], without = [], signal }, work) => {
    const able = accounts.filter(({ isBlocked }) => !isBlocked);
    const may = able.filter(({ login }) => !without.includes(login));
    const one = choose(may.filter(({ login }) => among.includes(login))) ?? choose(may);
    if (one === undefined) {
      // Staff see an account that is blocked, and sign it in again.
      const blocked = accounts.find(({ isBlocked }) => isBlocked);
      if (blocked !== undefined) signIn(blocked.login);
      throw able.length > 0 ? new UpstreamError('out_of_reach', { code: 'no_member' }) : new UpstreamError('no_account');
    }
    used.push(one.login);
    const means = new StageAccess(one.secret());
    const { fetch, connect, closing } = means;
    const access = {
      account: one.login,
      login: one.login,
      secret: one.secret(),
      fetch,
      connect,
      closing,
      spend: async () => undefined,
      saw: async () => undefined,
    };
    try {
      return await work(access, signal);
    } catch (error) {
      if (error instanceof UpstreamError && error.failure === 'account_refused') one.isBlocked = true;
      if (error instanceof UpstreamError && error.failure === 'limited') one.waits = 2;
      throw error;
    } finally {
      await means.close();
    }
  };
  return { withAccess };
}
