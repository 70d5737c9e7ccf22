import { Radio, SimpleGrid, Stack, Tabs, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { CountBadge } from '../../../shared/ui/count-badge.tsx';
import { faultAt } from './check-draft.ts';
import { KeywordGroups } from './keyword-groups.tsx';
import { LinesEditor } from './lines-editor.tsx';
import type { CreateForm } from './use-create-form.ts';

/** Tabs in their order, with the list that each fills and where the server names its faults. */
const TABS = [
  { tab: 'public_domain', field: 'publicDomains', path: 'patterns.public_domains', hint: 'public_domains' },
  { tab: 'internal_domain', field: 'internalDomains', path: 'patterns.internal_domains', hint: 'internal_domains' },
  { tab: 'keyword', field: 'magicKeywords', path: 'patterns.keywords', hint: 'magic' },
  { tab: 'regex', field: 'expressions', path: 'patterns.regex_keywords', hint: 'regex' },
  { tab: 'filter', field: 'filterKeywords', path: 'filter_keywords', hint: 'filter' },
] as const;

function FilterMode({ form }: { form: CreateForm }) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('create.filter_mode')}
      value={form.draft.filterMode}
      onChange={(value) => form.change({ filterMode: value === 'require' ? 'require' : 'exclude' })}
    >
      <Stack gap={6} mt={6}>
        <Radio value="exclude" label={t('create.filter_exclude')} />
        <Radio value="require" label={t('create.filter_require')} />
      </Stack>
    </Radio.Group>
  );
}

/** What to look for, one tab for each kind; the open tab is in the URL. */
export function PatternEditors({ form }: { form: CreateForm }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [params, setParams] = useSearchParams();
  const open = TABS.find(({ tab }) => tab === params.get('tab'))?.tab ?? 'public_domain';
  return (
    <Tabs value={open} onChange={(tab) => tab !== null && setParams({ tab }, { replace: true })} keepMounted={false}>
      <Tabs.List aria-label={t('tasks.tab.label')}>
        {TABS.map(({ tab, field }) => (
          <Tabs.Tab key={tab} value={tab} rightSection={<CountBadge count={form.draft.lists[field].length} />}>
            {t(`tasks.tab.${tab}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map(({ tab, field, path, hint }) => {
        const fault = faultAt(form.faults, path);
        const label = tab === 'public_domain' ? t('create.domains') : t(`tasks.tab.${tab}`);
        const error = fault === undefined ? undefined : texts.fault(fault);
        const editor = <LinesEditor form={form} field={field} label={label} hint={t(`create.hint.${hint}`)} error={error} />;
        return (
          <Tabs.Panel key={tab} value={tab} pt="md">
            {tab === 'public_domain' || tab === 'filter' ? (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
                {editor}
                {tab === 'filter' ? (
                  <FilterMode form={form} />
                ) : (
                  <Stack gap="sm">
                    <Title order={2} size="h3">
                      {t('create.groups')}
                    </Title>
                    <KeywordGroups chosen={form.draft.keywordIds} onChange={(keywordIds) => form.change({ keywordIds })} />
                  </Stack>
                )}
              </SimpleGrid>
            ) : (
              <div style={{ maxWidth: 720 }}>{editor}</div>
            )}
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}
