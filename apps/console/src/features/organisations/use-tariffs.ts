import type { TariffType } from '@leakwatch/vocabulary';
import { useListTariffsOfTypeQuery } from '../../shared/api/options.ts';

/** As many as one request returns: far more than an installation has. */
const TARIFFS_MAX = 1000;

/** The tariffs of a type, and the chosen one of them. */
export function useTariffs(type: TariffType, tariff: string) {
  const { currentData, isError } = useListTariffsOfTypeQuery({ type, limit: TARIFFS_MAX }, { refetchOnMountOrArgChange: true });
  const tariffs = currentData?.results ?? [];
  return { tariffs, chosen: tariffs.find(({ id }) => id === tariff), isError, isEmpty: currentData?.count === 0 };
}
