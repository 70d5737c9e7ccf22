import type { TariffType } from '@leakwatch/vocabulary';
import { shownName } from '../shown-name.ts';

export const TARIFF_NAME_MAX = 200;

/** The numbers of a tariff in the order of its form, each at least 1, and the largest that is accepted. */
export const TARIFF_NUMBER_MAX = {
  /** PostgreSQL's integer holds it, and a sum of two. */
  task_limit: 1_000_000_000,
  pattern_limit: 1_000_000_000,
  patterns_per_task_limit: 1_000_000_000,
  launch_limit: 1_000_000_000,
  /** Days: ten years, so that the end of a launch session is a date that PostgreSQL and browsers can represent. */
  time_limit_per_launch: 3650,
  /** A hundred years, for the same reason. */
  time_limit_total_months: 1200,
} as const;
export type TariffNumber = keyof typeof TARIFF_NUMBER_MAX;

const OF_EACH = ['task_limit', 'pattern_limit', 'patterns_per_task_limit'] as const;
/** The numbers that a tariff of a type has, in the order of its form. */
export const TARIFF_NUMBERS: Readonly<Record<TariffType, readonly TariffNumber[]>> = {
  all_inclusive: [...OF_EACH, 'time_limit_total_months'],
  count_launch: [...OF_EACH, 'launch_limit', 'time_limit_per_launch', 'time_limit_total_months'],
};

/** Faults of a field of a tariff; the console has a text for each. */
export const TARIFF_FAULTS = ['name_required', 'name_too_long', 'number_required', 'number_malformed', 'number_too_large'] as const;
export type TariffFault = (typeof TARIFF_FAULTS)[number];
export type TariffField = 'name' | TariffNumber;

/** A tariff as a person typed it. */
export interface TariffForm {
  readonly type: TariffType;
  readonly name: string;
  readonly numbers: Readonly<Partial<Record<TariffNumber, string>>>;
}

function nameFault(typed: string): TariffFault | null {
  const { length } = shownName(typed);
  if (length === 0) return 'name_required';
  return length > TARIFF_NAME_MAX ? 'name_too_long' : null;
}

function numberFault(typed: string, largest: number): TariffFault | null {
  const text = typed.trim();
  if (text === '') return 'number_required';
  if (!/^\d+$/.test(text) || Number(text) < 1) return 'number_malformed';
  return Number(text) > largest ? 'number_too_large' : null;
}

/** The faults of a form by field; empty when the tariff may be saved. Numbers that its type does not have are ignored. */
export function checkTariff({ type, name, numbers }: TariffForm): Readonly<Partial<Record<TariffField, TariffFault>>> {
  const faults: Partial<Record<TariffField, TariffFault>> = {};
  const ofName = nameFault(name);
  if (ofName !== null) faults.name = ofName;
  for (const field of TARIFF_NUMBERS[type]) {
    const fault = numberFault(numbers[field] ?? '', TARIFF_NUMBER_MAX[field]);
    if (fault !== null) faults[field] = fault;
  }
  return faults;
}

/** Adds calendar months in UTC; a day that the month does not have becomes its last day. */
export function addMonths(start: Date, months: number): Date {
  const end = new Date(start);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== start.getUTCDate()) end.setUTCDate(0);
  return end;
}
