export interface Approver {
  readonly account: string;
  readonly organisation: string | null;
  readonly staff: boolean;
}

export interface Requester {
  readonly account: string;
  readonly organisation: string | null;
  readonly staff: boolean;
}

/** Whether a person may answer a request: staff, or another member of the organisation unless the account is staff. */
export function mayApprove(approver: Approver, requester: Requester): boolean {
  if (approver.account === requester.account) return false;
  if (approver.staff) return true;
  // A staff account sees every organisation, so its second factor is not for a customer to remove.
  return !requester.staff && approver.organisation !== null && approver.organisation === requester.organisation;
}
