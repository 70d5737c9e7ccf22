import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListOrganisationOptionsQuery } from '../api/options.ts';

/** For staff: whose data are shown. Active and inactive organisations stand in groups. */
export function OrganisationSelect({ value, onChange }: { value: string | null; onChange: (org: string | null) => void }) {
  const { t } = useTranslation();
  const { data: organisations = [] } = useListOrganisationOptionsQuery();
  const group = (active: boolean) =>
    organisations.filter((one) => one.active === active).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={t('common.organisations.label')}
      placeholder={t('common.organisations.all')}
      data={[
        { group: t('common.organisations.active'), items: group(true) },
        { group: t('common.organisations.inactive'), items: group(false) },
      ]}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.organisations.all') }}
    />
  );
}
