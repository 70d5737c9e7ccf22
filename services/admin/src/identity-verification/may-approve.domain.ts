export interface Approver {
  readonly account: string;
  readonly organisation: string | null;
  readonly staff: boolean;
}

export interface Requester {
  readonly account: string;
  readonly organisation: string | null;
}

/** Whether a person may answer a request: another member of the organisation, or staff. */
export function mayApprove(approver: Approver, requester: Requester): boolean {
  if (approver.account === requester.account) return false;
  return approver.staff || (approver.organisation !== null && approver.organisation === requester.organisation);
}
