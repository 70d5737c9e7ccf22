import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListOrganisationOptionsQuery } from '../../shared/api/options.ts';

/** For staff: whose events are shown. Active and inactive organisations stand in groups. */
export function OrganisationFilter({ value, onChange }: { value: string | null; onChange: (org: string | null) => void }) {
  const { t } = useTranslation();
  const { data: organisations = [] } = useListOrganisationOptionsQuery();
  const group = (active: boolean) =>
    organisations.filter((one) => one.active === active).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={t('events.filters.organisation')}
      placeholder={t('events.filters.all_organisations')}
      data={[
        { group: t('events.filters.active'), items: group(true) },
        { group: t('events.filters.inactive'), items: group(false) },
      ]}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('events.filters.all_organisations') }}
    />
  );
}
