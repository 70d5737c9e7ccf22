import type { TariffRow } from '@leakwatch/contracts';
import { mockId } from '../ids.ts';
import { ORGANISATION } from './tasks.ts';

const { tariff: STANDARD } = ORGANISATION;
const NAMES = ['Расширенный', 'Unlimited for the whole group of companies', 'Demo', 'Archive 2024', 'Archive 2025', 'Branch'];

/** Tariffs of both types: more than a page, then a few. */
export const makeTariffs = (filled: boolean): Record<'all_inclusive' | 'count_launch', readonly TariffRow[]> => ({
  all_inclusive: filled
    ? [
        { ...STANDARD, organisations: 2, version: 1 },
        ...Array.from({ length: 11 }, (_, at) => ({
          ...STANDARD,
          id: mockId(9, at + 2),
          name: NAMES[at] ?? `Trial ${at}`,
          task_limit: (at + 1) * 5,
          pattern_limit: at === 1 ? 1_000_000 : (at + 1) * 250,
          organisations: 0,
          version: 1,
        })),
      ]
    : [],
  count_launch: filled
    ? ['Pilot', 'Аудит'].map((name, at) => ({
        ...STANDARD,
        id: mockId(9, at + 51),
        name,
        launch_limit: 10,
        time_limit_per_launch: 3,
        organisations: at === 0 ? 21 : 0,
        version: 1,
      }))
    : [],
});
