import { Group, NativeSelect } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { SEARCH_FIELDS, type useControlFilters } from './use-control-filters.ts';

/** Organisation, and a text to find in the title or in the author's name. */
export function ControlFilters({ org, field, text, change }: ReturnType<typeof useControlFilters>) {
  const { t } = useTexts();
  return (
    <Group gap="md" role="search" aria-label={t('taskControl.filters')}>
      <OrganisationSelect labelled={false} width={240} value={org} onChange={(wanted) => change({ org: wanted })} />
      <NativeSelect
        aria-label={t('taskControl.field_label')}
        data={SEARCH_FIELDS.map((value) => ({ value, label: t(`taskControl.field.${value}`) }))}
        value={field}
        onChange={(event) => change({ field: SEARCH_FIELDS.find((one) => one === event.currentTarget.value) ?? 'title' })}
      />
      <SearchField text={text} label={t(`taskControl.search_${field}`)} onSearch={(wanted) => change({ text: wanted })} />
    </Group>
  );
}
