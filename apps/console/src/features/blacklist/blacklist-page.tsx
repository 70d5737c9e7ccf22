import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useListOrganisationOptionsQuery } from '../../shared/api/options.ts';
import { useSettings } from '../../shared/api/settings.ts';
import { useListRulesQuery } from '../../shared/blacklist/api.ts';
import { NEW_RULE } from '../../shared/blacklist/rule-draft.ts';
import { RuleDialog } from '../../shared/blacklist/rule-dialog.tsx';
import { RuleForm } from '../../shared/blacklist/rule-form.tsx';
import { EmptyBlock } from '../../shared/ui/blocks.tsx';
import { OrganisationSelect } from '../../shared/ui/organisation-select.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { EditRule } from './edit-rule.tsx';
import { RuleTable } from './rule-table.tsx';
import { useRuleActions } from './use-rule-actions.ts';
import { NEW_DIALOG, useRuleFilters } from './use-rule-filters.ts';

/** /blacklist: rules for owners and repositories whose findings are blacklisted. */
export function BlacklistPage() {
  const { t } = useTexts();
  const settings = useSettings();
  const staff = settings?.is_staff ?? false;
  const own = settings?.organisation?.id ?? null;
  const { rule, org, change, dialog, show, paging } = useRuleFilters();
  const asked = { ...paging.asked, rule: rule === '' ? undefined : rule, org: org ?? undefined };
  const query = useListRulesQuery(asked, { refetchOnMountOrArgChange: true });
  const actions = useRuleActions();
  const { data: organisations = [] } = useListOrganisationOptionsQuery(undefined, { skip: !staff });
  const names = staff && org === null ? new Map(organisations.map(({ id, name }) => [id, name])) : null;
  // A rule can be created only for the person's own organisation.
  const mayCreate = own !== null && (!staff || org === null || org === own);
  const filtered = rule !== '' || org !== null;
  const create = mayCreate && (
    <Button leftSection={<PlusIcon />} onClick={() => show(NEW_DIALOG)}>
      {t('blacklist.create')}
    </Button>
  );
  const close = () => show(null);
  return (
    <Stack gap="md">
      <PageTitle title={t('blacklist.title')} />
      <Group justify="space-between">
        <Group gap="md" align="baseline">
          <Title order={1}>{t('blacklist.title')}</Title>
          {query.currentData !== undefined && (
            <Text c="dimmed" role="status">
              {t('blacklist.total', { count: query.currentData.count })}
            </Text>
          )}
        </Group>
        {create}
      </Group>
      <Text c="dimmed">{t('blacklist.lead')}</Text>
      <Group gap="md">
        <SearchField text={rule} label={t('blacklist.search')} onSearch={(text) => change({ rule: text })} />
        {staff && <OrganisationSelect value={org} onChange={(chosen) => change({ org: chosen })} labelled={false} width={260} />}
      </Group>
      <PagedList
        query={query}
        paging={paging}
        failed={t('blacklist.failed')}
        rowHeight={48}
        empty={
          filtered ? (
            <EmptyBlock title={t('blacklist.nothing_matches')}>
              <Button variant="default" onClick={() => change({ rule: '', org: null })}>
                {t('blacklist.clear')}
              </Button>
            </EmptyBlock>
          ) : (
            <EmptyBlock title={t('blacklist.empty')} hint={t(mayCreate ? 'blacklist.empty_hint' : 'blacklist.empty_hint_staff')} />
          )
        }
      >
        {(rules) => (
          <RuleTable
            rules={rules}
            organisations={names}
            onEdit={({ id }) => show(id)}
            onMove={(one) => void actions.move(one)}
            onDelete={(one) => void actions.remove(one)}
          />
        )}
      </PagedList>
      <RuleDialog opened={dialog !== null && (dialog !== NEW_DIALOG || mayCreate)} onClose={close}>
        {(onSaved) =>
          dialog === NEW_DIALOG || dialog === null ? (
            <RuleForm start={NEW_RULE} saved={null} onSaved={onSaved} onClose={close} />
          ) : (
            <EditRule key={dialog} id={dialog} onSaved={onSaved} onClose={close} />
          )
        }
      </RuleDialog>
    </Stack>
  );
}
