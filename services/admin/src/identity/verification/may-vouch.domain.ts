export interface Voucher {
  readonly account: string;
  readonly organisation: string | null;
  readonly staff: boolean;
}

export interface Requester {
  readonly account: string;
  readonly organisation: string | null;
}

/** Who may answer a request: somebody else, of the same organisation or staff. */
export function mayVouch(voucher: Voucher, requester: Requester): boolean {
  if (voucher.account === requester.account) return false;
  return voucher.staff || (voucher.organisation !== null && voucher.organisation === requester.organisation);
}
