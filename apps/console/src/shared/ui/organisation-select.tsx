import { Select } from '@mantine/core';
import { useTexts } from '../i18n/use-texts.ts';
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
export function OrganisationSelect({ value, onChange, labelled = true, width, placeholder, error, ...field }: OrganisationSelectProps) {
  const { t } = useTexts();
  const { data: organisations = [], isSuccess, isError, refetch } = useListOrganisationOptionsQuery();
  const isMissing = isError && organisations.length === 0;
  // A chosen organisation whose name has not arrived must not look like none.
  const unnamed = value === null || isSuccess ? undefined : isMissing ? '' : t('common.loading');
  const group = (active: boolean) =>
    organisations.filter((one) => one.active === active).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      {...(labelled ? { label: t('common.organisation.label') } : { 'aria-label': t('common.organisation.label') })}
      placeholder={unnamed ?? placeholder ?? t('common.organisation.all')}
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
      error={error ?? (isMissing && t('common.organisation.failed'))}
      onDropdownOpen={() => isMissing && void refetch()}
      {...field}
    />
  );
}
