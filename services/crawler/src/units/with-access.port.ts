import type { Access } from '../accounts/access.port.ts';
import type { Wanted } from '../accounts/wanted.ts';

/**
 * Lends the means to make requests for as long as `work` runs; AccountPool does.
 * @throws UpstreamError limited while every account is used up or busy, no_account where there is none; what `work` throws
 */
export interface AccessPool {
  withAccess<T>(wanted: Wanted, work: (access: Access, signal: AbortSignal) => Promise<T>): Promise<T>;
}

export const ACCESS_POOL = Symbol('access pool');
