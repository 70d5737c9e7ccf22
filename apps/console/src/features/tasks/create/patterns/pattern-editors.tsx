import { Radio, SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../../shared/i18n/problem-text.ts';
import { useAddress } from '../../../../shared/lib/use-address.ts';
import { CountBadge } from '../../../../shared/ui/count-badge.tsx';
import { faultAt } from '../draft/check-draft.ts';
import { ExpressionHelp } from './expression-help.tsx';
import { KeywordGroups } from './keyword-groups.tsx';
import { ListEditor } from './list-editor.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { UploadDialog } from './upload-dialog.tsx';
import type { CreateForm } from '../use-create-form.ts';
import { type ExpressionFacts, useExpressionFacts } from './use-expression-facts.ts';

/** The tabs in order, with the list that each fills and the paths of its faults. */
const TABS = [
  { tab: 'public_domain', field: 'publicDomains', path: 'patterns.public_domains', hint: 'public_domains' },
  { tab: 'internal_domain', field: 'internalDomains', path: 'patterns.internal_domains', hint: 'internal_domains' },
  { tab: 'keyword', field: 'magicKeywords', path: 'patterns.keywords', hint: 'magic' },
  { tab: 'regex', field: 'expressions', path: 'patterns.regex_keywords', hint: 'regex' },
  { tab: 'filter', field: 'filterKeywords', path: 'filter_keywords', hint: 'filter' },
] as const;
type Tab = (typeof TABS)[number]['tab'];

export function FilterHelp({ form }: { form: CreateForm }) {
  const { t } = useTexts();
  return (
    <RulesPanel
      title={t('create.form.filter_title')}
      rules={[
        t('create.form.filter_rule_where'),
        t('create.form.filter_rule_lost'),
        t('create.form.filter_rule_count'),
        t('create.form.filter_rule_words'),
      ]}
    >
      <Radio.Group
        mt="md"
        label={t('create.filter_mode')}
        value={form.draft.filterMode}
        onChange={(value) => form.change({ filterMode: value === 'require' ? 'require' : 'exclude' })}
      >
        <Stack gap={6} mt={6}>
          <Radio value="exclude" label={t('create.filter_exclude')} />
          <Radio value="require" label={t('create.filter_require')} />
        </Stack>
      </Radio.Group>
    </RulesPanel>
  );
}

/** The panel beside the list of a tab. */
function Beside({ tab, form }: { tab: Tab; form: CreateForm }): ReactNode {
  const { t } = useTexts();
  if (tab === 'filter') return <FilterHelp form={form} />;
  if (tab === 'regex') return <ExpressionHelp form={form} />;
  if (tab === 'internal_domain')
    return (
      <RulesPanel
        title={t('create.form.internal_title')}
        rules={[t('create.form.internal_rule_alone'), t('create.form.internal_rule_boundary'), t('create.form.domain_rule')]}
      />
    );
  if (tab === 'keyword')
    return (
      <RulesPanel
        title={t('create.form.magic_title')}
        rules={[
          t('create.form.magic_rule_line'),
          t('create.form.magic_rule_words'),
          t('create.form.magic_rule_characters'),
          t('create.form.magic_rule_file'),
          t('create.form.magic_rule_secret'),
        ]}
      />
    );
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t('create.groups')}
      </Title>
      <KeywordGroups chosen={form.draft.keywords} onChange={(keywords) => form.change({ keywords })} />
    </Stack>
  );
}

/** The search patterns, one tab for each kind; the URL holds the open tab. `left`: how many patterns still fit. */
export function PatternEditors({ form, left }: { form: CreateForm; left: number | null }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [params, changeAddress] = useAddress();
  const facts = useExpressionFacts(form.draft.lists.expressions);
  const open = TABS.find(({ tab }) => tab === params.get('tab'))?.tab ?? 'public_domain';
  const faultOf = (path: string) => faultAt(form.faults, path);
  return (
    <Tabs value={open} onChange={(tab) => tab !== null && changeAddress({ tab }, { replace: true })} keepMounted={false}>
      <Tabs.List aria-label={t('tasks.tab.label')}>
        {TABS.map(({ tab, field, path }) => (
          <Tabs.Tab key={tab} value={tab} rightSection={<CountBadge count={form.draft.lists[field].length} />}>
            <Text span inherit c={faultOf(path) === undefined ? undefined : 'var(--mantine-color-error)'}>
              {t(`tasks.tab.${tab}`)}
            </Text>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map(({ tab, field, path, hint }) => {
        const fault = faultOf(path);
        return (
          <Tabs.Panel key={tab} value={tab} pt="md">
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
              <ListEditor
                form={form}
                field={field}
                label={tab === 'public_domain' ? t('create.domains') : t(`tasks.tab.${tab}`)}
                hint={t(`create.hint.${hint}`)}
                error={fault === undefined ? undefined : texts.fault(fault)}
                actions={tab === 'keyword' ? <UploadDialog form={form} left={left} /> : undefined}
                note={(entry) => (
                  <>
                    {tab === 'regex' && <ExpressionNote facts={facts.get(entry)} />}
                    <EntryFault code={form.faults[`${path}.patterns.${form.draft.lists[field].indexOf(entry)}`]} />
                  </>
                )}
              />
              <Beside tab={tab} form={form} />
            </SimpleGrid>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}

/** Marks the entry that the service refused; the service names its position and never its text. */
function EntryFault({ code }: { code: string | undefined }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  if (code === undefined) return null;
  return (
    <Text component="span" display="block" c="var(--mantine-color-error)" ff="text">
      {t('create.form.this_entry', { fault: texts.fault(code) })}
    </Text>
  );
}

type Facts = ReturnType<ExpressionFacts['get']>;

/** Shows that an expression is invalid, runs on streams only, or finds little elsewhere. */
function ExpressionNote({ facts }: { facts: Facts }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  if (facts === undefined) return null;
  if (facts.reason !== null)
    return (
      <Text component="span" display="block" c="var(--mantine-color-error)" ff="text">
        {texts.reason(facts.reason)}
      </Text>
    );
  if (facts.queries.length > 0 && !facts.parts_of_words) return null;
  return (
    <Text component="span" display="block" c="dimmed" ff="text">
      {t(facts.parts_of_words ? 'create.form.regex_parts' : 'create.form.regex_stream_only')}
    </Text>
  );
}
