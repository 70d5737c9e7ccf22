import { type Caller, NotAuthenticated } from '@leakwatch/platform';

/** The account that a request is made for. Throws NotAuthenticated where nobody is signed in. */
export function signedIn({ account }: Caller): NonNullable<Caller['account']> {
  if (account === null) throw new NotAuthenticated();
  return account;
}
