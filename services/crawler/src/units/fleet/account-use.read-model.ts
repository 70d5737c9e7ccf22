import type { AccountUse as ShownUse } from '@leakwatch/contracts';
import type { Rate } from '../../accounts/access.port.ts';
import type { AccountUse } from '../../accounts/account-use.ts';
import type { RateWindows } from '../../accounts/rate-windows.ts';
import type { UnitSource } from '../../sources/unit-source.port.ts';

interface Counted {
  readonly use: AccountUse;
  readonly windows: RateWindows;
  readonly sources: readonly Pick<UnitSource, 'kind' | 'rates'>[];
}

/** What staff see of service accounts, in the order of `ids`. @throws Unavailable while Redis does not answer */
export async function accountUse({ use, windows, sources }: Counted, ids: readonly string[]): Promise<ShownUse[]> {
  const [uses, served] = await Promise.all([use.ofAccounts(ids), use.organisationsOf(ids)]);
  const counted = sources.flatMap(({ kind, rates }) =>
    Object.entries(rates).flatMap(([resource, rate]) => (rate.by === 'account' ? [{ source: kind, resource, rate }] : [])),
  );
  const quotaOf = async (id: string) => {
    const found = await Promise.all(counted.map((one) => leftOf(windows, id, one)));
    return found.filter((one) => one !== undefined);
  };
  return Promise.all(
    ids.map(async (id, at) => {
      const { requests = 0, refusals = 0, lastRequest, lastRefusal } = uses[at] ?? {};
      return {
        id,
        requests,
        refusals,
        last_request: lastRequest?.toISOString() ?? null,
        last_refusal: lastRefusal?.toISOString() ?? null,
        // Only an account that was used has windows.
        quota: requests === 0 ? [] : await quotaOf(id),
        serves: served[at] ?? [],
      };
    }),
  );
}

interface Window {
  readonly source: string;
  readonly resource: string;
  readonly rate: Rate;
}

/** An account has windows at its own source alone: ids are unique. */
async function leftOf(
  windows: RateWindows,
  id: string,
  { source, resource, rate }: Window,
): Promise<ShownUse['quota'][number] | undefined> {
  const found = await windows.left({ source, resource, of: `account:${id}` }, rate);
  return found && { resource, left: found.left, ends: new Date(Date.now() + found.milliseconds).toISOString() };
}
