import { ALL_AUDIT_KINDS } from '@leakwatch/vocabulary';
import { Button, Group, Select } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { readId } from '../../shared/lib/read-id.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { DateField } from '../../shared/ui/date-field.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { dayOf, FILTER_NAMES } from './audit-filters.ts';

/** A change of the filters begins at the newest record. */
const CLEARED = Object.fromEntries([...FILTER_NAMES, 'before'].map((name) => [name, null]));

/** The filters of the audit trail, kept in the address. */
export function FilterBar() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const set = (name: (typeof FILTER_NAMES)[number], value: string | null, replace = false) =>
    change({ [name]: value === '' ? null : value, before: null }, { replace });
  const kinds = ALL_AUDIT_KINDS.map((value) => ({ value, label: t(`activity.kind.${value}`) }));
  return (
    <Group gap="md" align="flex-end" role="search" aria-label={t('audit.filters')}>
      <SearchField text={params.get('person') ?? ''} label={t('audit.person')} onSearch={(wanted) => set('person', wanted, true)} />
      <OrganisationSelect labelled={false} width={240} value={readId(params, 'org')} onChange={(org) => set('org', org)} />
      <Select
        w={280}
        aria-label={t('audit.kind')}
        placeholder={t('audit.all_kinds')}
        data={kinds.toSorted((one, other) => one.label.localeCompare(other.label))}
        value={ALL_AUDIT_KINDS.find((one) => one === params.get('kind')) ?? null}
        onChange={(kind) => set('kind', kind)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('audit.all_kinds') }}
      />
      <SearchField text={params.get('text') ?? ''} label={t('audit.text')} onSearch={(wanted) => set('text', wanted, true)} />
      <DateField name="from" label={t('audit.from')} value={dayOf(params, 'from')} error={null} onChange={(day) => set('from', day)} />
      <DateField name="to" label={t('audit.to')} value={dayOf(params, 'to')} error={null} onChange={(day) => set('to', day)} />
      {FILTER_NAMES.some((name) => params.has(name)) && (
        <Button variant="default" onClick={() => change(CLEARED)}>
          {t('audit.clear')}
        </Button>
      )}
    </Group>
  );
}
