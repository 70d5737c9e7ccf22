import type { TariffForm } from '@leakwatch/rules';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import {
  useChangeCountLaunchTariffMutation,
  useChangeTariffMutation,
  useCreateCountLaunchTariffMutation,
  useCreateTariffMutation,
} from './api.ts';
import { toBody, toCountLaunchBody } from './tariff-draft.ts';

/** Creates a tariff, or changes the one with this id. Resolves to why it was refused, or to null. */
export function useSaveTariff(): (form: TariffForm, id: string | null) => Promise<Problem | null> {
  const [create] = useCreateTariffMutation();
  const [createCounted] = useCreateCountLaunchTariffMutation();
  const [change] = useChangeTariffMutation();
  const [changeCounted] = useChangeCountLaunchTariffMutation();
  const send = (form: TariffForm, id: string | null) => {
    if (form.type === 'count_launch') {
      const body = toCountLaunchBody(form);
      return id === null ? createCounted(body) : changeCounted({ id, body });
    }
    const body = toBody(form);
    return id === null ? create(body) : change({ id, body });
  };
  return async (form, id) => {
    const { error } = await send(form, id);
    return error === undefined ? null : toProblem(error);
  };
}
