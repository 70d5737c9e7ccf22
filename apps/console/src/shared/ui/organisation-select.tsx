import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListOrganisationOptionsQuery } from '../api/options.ts';

interface OrganisationSelectProps {
  readonly value: string | null;
  readonly onChange: (org: string | null) => void;
  /** When false, only screen readers get the label. */
  readonly labelled?: boolean;
  readonly width?: number;
  readonly required?: boolean;
  /** Shown while none is chosen, where that does not mean all of them. */
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  readonly description?: string;
  readonly onBlur?: () => void;
}

/** Lets staff choose an organisation. Active and inactive ones are in separate groups. */
export function OrganisationSelect({ value, onChange, labelled = true, width, placeholder, ...field }: OrganisationSelectProps) {
  const { t } = useTranslation();
  const { data: organisations = [] } = useListOrganisationOptionsQuery();
  const group = (active: boolean) =>
    organisations.filter((one) => one.active === active).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      {...(labelled ? { label: t('common.organisation.label') } : { 'aria-label': t('common.organisation.label') })}
      placeholder={placeholder ?? t('common.organisation.all')}
      data={[
        { group: t('common.organisation.active'), items: group(true) },
        { group: t('common.organisation.inactive'), items: group(false) },
      ]}
      value={value}
      onChange={onChange}
      searchable
      // A press, an arrow or typing opens the list; the focus alone would cover the faults of the fields below.
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': t('common.organisation.all') }}
      {...(width !== undefined && { w: width })}
      {...field}
    />
  );
}
