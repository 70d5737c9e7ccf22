import type { TariffRow } from '@leakwatch/contracts';
import { TARIFF_NUMBERS, type TariffForm, type TariffNumber, shownName } from '@leakwatch/rules';
import type { TariffType } from '@leakwatch/vocabulary';
import type { CountLaunchBody, TariffBody } from './api.ts';

/** The form of a tariff as it is, or an empty one. */
export const draftOf = (type: TariffType, tariff: TariffRow | null): TariffForm => ({
  type,
  name: tariff?.name ?? '',
  numbers: Object.fromEntries(TARIFF_NUMBERS[type].map((field) => [field, String(tariff?.[field] ?? '')])),
});

const numberOf = ({ numbers }: TariffForm, field: TariffNumber): number => Number(numbers[field]);

/** The body of a form without faults. */
export const toBody = (form: TariffForm): TariffBody => ({
  name: shownName(form.name),
  task_limit: numberOf(form, 'task_limit'),
  pattern_limit: numberOf(form, 'pattern_limit'),
  patterns_per_task_limit: numberOf(form, 'patterns_per_task_limit'),
  time_limit_total_months: numberOf(form, 'time_limit_total_months'),
});

export const toCountLaunchBody = (form: TariffForm): CountLaunchBody => ({
  ...toBody(form),
  launch_limit: numberOf(form, 'launch_limit'),
  time_limit_per_launch: numberOf(form, 'time_limit_per_launch'),
});
