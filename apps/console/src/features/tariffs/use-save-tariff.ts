import type { TariffRow } from '@leakwatch/contracts';
import type { TariffForm } from '@leakwatch/rules';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import {
  useChangeCountLaunchTariffMutation,
  useChangeTariffMutation,
  useCreateCountLaunchTariffMutation,
  useCreateTariffMutation,
} from './api.ts';
import { toBody, toCountLaunchBody } from './tariff-draft.ts';

/** Creates a tariff, or changes the one that is stored. Resolves to why it was refused, or to null. */
export function useSaveTariff(): (form: TariffForm, stored: TariffRow | null) => Promise<Problem | null> {
  const [create] = useCreateTariffMutation();
  const [createCounted] = useCreateCountLaunchTariffMutation();
  const [change] = useChangeTariffMutation();
  const [changeCounted] = useChangeCountLaunchTariffMutation();
  const send = (form: TariffForm, stored: TariffRow | null) => {
    if (form.type === 'count_launch') {
      const body = toCountLaunchBody(form);
      return stored === null ? createCounted(body) : changeCounted({ id: stored.id, body: { ...body, version: stored.version } });
    }
    const body = toBody(form);
    return stored === null ? create(body) : change({ id: stored.id, body: { ...body, version: stored.version } });
  };
  return async (form, stored) => {
    const { error } = await send(form, stored);
    return error === undefined ? null : toProblem(error);
  };
}
