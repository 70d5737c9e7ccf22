import { SERVICE_ACCOUNT_SOURCES } from '@leakwatch/vocabulary';
import { Group, NativeSelect } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { RefreshButton } from '../../shared/pool/refresh-button.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import type { useAccountFilters } from './use-account-filters.ts';

interface AccountFiltersProps extends ReturnType<typeof useAccountFilters> {
  readonly onRefresh: () => void;
}

/** Organisation and source of the list, and a button that reads it again. */
export function AccountFilters({ org, source, change, onRefresh }: AccountFiltersProps) {
  const { t } = useTexts();
  return (
    <Group gap="md" role="search" aria-label={t('serviceAccounts.filters')}>
      <OrganisationSelect labelled={false} width={240} value={org} onChange={(wanted) => change({ org: wanted })} />
      <NativeSelect
        aria-label={t('serviceAccounts.source')}
        data={[
          { value: '', label: t('serviceAccounts.all_sources') },
          ...SERVICE_ACCOUNT_SOURCES.map((value) => ({ value, label: t(`common.sources.${value}`) })),
        ]}
        value={source ?? ''}
        onChange={(event) => change({ source: SERVICE_ACCOUNT_SOURCES.find((one) => one === event.currentTarget.value) ?? null })}
      />
      <RefreshButton onRefresh={onRefresh} />
    </Group>
  );
}
