import type { ServiceAccount } from '@leakwatch/contracts';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import { type AccountDraft, changeOf, toBody } from './account-draft.ts';
import { useChangeServiceAccountMutation, useCreateServiceAccountMutation } from './api.ts';

/** Adds an account, or changes one. Resolves to why it was refused, or to null. */
export function useSaveAccount(): (draft: AccountDraft, account: ServiceAccount | null) => Promise<Problem | null> {
  const [create] = useCreateServiceAccountMutation();
  const [change] = useChangeServiceAccountMutation();
  return async (draft, account) => {
    const body = account === null ? {} : changeOf(account, draft);
    if (account !== null && Object.keys(body).length === 0) return null;
    const { error } = await (account === null
      ? create(toBody(draft))
      : change({ id: account.id, body: { ...body, version: account.version } }));
    return error === undefined ? null : toProblem(error);
  };
}
