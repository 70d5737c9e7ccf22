import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { Stack } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { TariffSection } from './tariff-section.tsx';

/** /settings/tariffs: a table for each type of tariff, with a dialog that creates and changes one. */
export function TariffsPage() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const name = params.get('name') ?? '';
  const search = (text: string) =>
    change(
      { name: text === '' ? null : text, ...Object.fromEntries(TARIFF_TYPES.map((type) => [`${type}_page`, null])) },
      { replace: true },
    );
  return (
    <Stack gap="lg">
      <SearchField text={name} label={t('tariffs.search')} onSearch={search} />
      {TARIFF_TYPES.map((type) => (
        <TariffSection key={type} type={type} name={name} onClear={() => search('')} />
      ))}
    </Stack>
  );
}
