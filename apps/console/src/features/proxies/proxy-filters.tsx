import { Group, NativeSelect } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { RefreshButton } from '../../shared/pool/refresh-button.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { FILTERED_STATES, type useProxyFilters } from './use-proxy-filters.ts';

interface ProxyFiltersProps extends ReturnType<typeof useProxyFilters> {
  readonly onRefresh: () => void;
}

/** Organisation and state of the list, and a button that reads it again. */
export function ProxyFilters({ org, state, change, onRefresh }: ProxyFiltersProps) {
  const { t } = useTexts();
  return (
    <Group gap="md" role="search" aria-label={t('proxies.filters')}>
      <OrganisationSelect labelled={false} width={240} value={org} onChange={(wanted) => change({ org: wanted })} />
      <NativeSelect
        aria-label={t('proxies.column.state')}
        data={[
          { value: '', label: t('proxies.all_states') },
          ...FILTERED_STATES.map((value) => ({ value, label: t(`proxies.with_state.${value}`) })),
        ]}
        value={state ?? ''}
        onChange={(event) => change({ state: FILTERED_STATES.find((one) => one === event.currentTarget.value) ?? null })}
      />
      <RefreshButton onRefresh={onRefresh} />
    </Group>
  );
}
