import { SOURCE_RATES } from '@leakwatch/rules';
import { BETA_SOURCES, SEARCH_TYPES, type SourceType, SOURCES_OF_KIND } from '@leakwatch/vocabulary';
import { Checkbox, Group, NativeSelect, Stack, Table, Text } from '@mantine/core';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { SourceIcon } from '../../../shared/ui/source-icon.tsx';
import { Tag } from '../../../shared/ui/tag.tsx';
import { faultAt } from './draft/check-draft.ts';
import classes from './create.module.css';
import { askedPatterns } from './patterns/estimate.ts';
import { EstimateText } from './patterns/estimate-text.tsx';
import { LinesEditor } from './patterns/lines-editor.tsx';
import type { CreateForm } from './use-create-form.ts';
import { useExpressionFacts } from './patterns/use-expression-facts.ts';

function SourceName({ source }: { source: SourceType }) {
  const { t } = useTexts();
  return (
    <Group gap={6} component="span" display="inline-flex">
      <SourceIcon source={source} />
      {t(`common.sources.${source}`)}
      {BETA_SOURCES.has(source) && <Tag tone="info">{t('create.form.beta')}</Tag>}
    </Group>
  );
}

/** The sources, how each is searched, and the estimated cost of the patterns there. */
export function SourcesSection({ form }: { form: CreateForm }) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const { draft, kind } = form;
  const facts = useExpressionFacts(draft.lists.expressions);
  const asked = askedPatterns(draft, kind, facts);
  const fault = faultAt(form.faults, 'sources');
  const setSources = (sources: typeof draft.sources) => form.change({ sources });
  const telegram = draft.sources.some(({ source_type }) => source_type === 'telegram');
  const columns = [t('create.form.source'), t('create.form.search_type'), t('create.form.full_pass')].map((name) => ({ name }));
  return (
    <Stack gap="md">
      <ColumnTable plain columns={columns} minWidth={640}>
        {SOURCES_OF_KIND[kind].map((type) => {
          const chosen = draft.sources.find(({ source_type }) => source_type === type);
          const name = t(`common.sources.${type}`);
          return (
            <Table.Tr key={type}>
              <Table.Td>
                <Checkbox
                  label={<SourceName source={type} />}
                  aria-label={name}
                  checked={chosen !== undefined}
                  onChange={(event) =>
                    setSources(
                      event.currentTarget.checked
                        ? [...draft.sources, { source_type: type, search_type: 'by_code' }]
                        : draft.sources.filter(({ source_type }) => source_type !== type),
                    )
                  }
                />
              </Table.Td>
              <Table.Td>
                {chosen !== undefined && SOURCE_RATES[type].by_code !== 'stream' && (
                  <NativeSelect
                    aria-label={t('create.form.search_type_of', { source: name })}
                    data={SEARCH_TYPES.map((value) => ({ value, label: t(`create.form.${value}`) }))}
                    value={chosen.search_type}
                    onChange={(event) => {
                      const search_type = SEARCH_TYPES.find((one) => one === event.currentTarget.value) ?? 'by_code';
                      setSources(draft.sources.map((one) => (one.source_type === type ? { ...one, search_type } : one)));
                    }}
                  />
                )}
              </Table.Td>
              <Table.Td>{chosen !== undefined && <EstimateText source={chosen} asked={asked} kind={kind} />}</Table.Td>
            </Table.Tr>
          );
        })}
      </ColumnTable>
      {fault !== undefined && (
        <Text className={classes['fault']} role="alert">
          {texts.fault(fault)}
        </Text>
      )}
      <Text c="dimmed">{t('create.form.estimate_note')}</Text>
      {telegram && (
        <div style={{ maxWidth: 640 }}>
          <LinesEditor form={form} field="channels" label={t('create.form.channels')} hint={t('create.form.channels_hint')} />
          {draft.lists.channels.length === 0 && <Text c="dimmed">{t('create.form.channels_none')}</Text>}
        </div>
      )}
    </Stack>
  );
}
