import { Button, Group, SegmentedControl } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useTemplateTexts } from '../../shared/i18n/use-template-texts.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { useEdited } from '../../shared/lib/use-edited.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { useListRegexTemplatesQuery } from './api.ts';
import { isFound } from './template-draft.ts';
import { TemplateForm } from './template-form.tsx';
import { TemplateTable } from './template-table.tsx';
import { useDeleteTemplate } from './use-delete-template.ts';

const CLOSED = { create: null, edit: null };

/** /settings/regex: what is looked for in each finding. The address holds list, search and dialog. */
export function RegexTemplatesPage() {
  const { t } = useTexts();
  const texts = useTemplateTexts();
  const [params, change] = useAddress();
  const { data = [], error, isLoading, refetch } = useListRegexTemplatesQuery(undefined, { refetchOnMountOrArgChange: true });
  const remove = useDeleteTemplate();
  const builtIn = params.get('list') === 'built_in';
  const search = params.get('search') ?? '';
  const own = data.filter(({ detector }) => detector === null);
  const listed = builtIn ? data.filter(({ detector }) => detector !== null) : own;
  const found = listed.filter((one) => isFound({ name: texts.name(one), hint: texts.hint(one), regex: one.regex }, search));
  const changed = useEdited(params.get('edit'), own);
  /** What the dialog shows: a new template (null), one of staff, or nothing (undefined). */
  const edited = params.has('create') ? null : (changed ?? undefined);
  const close = () => change(CLOSED);
  const seek = (text: string) => change({ search: text === '' ? null : text }, { replace: true });
  return (
    <Section
      title={t('regexTemplates.title')}
      lead={t('regexTemplates.lead')}
      action={
        <Button leftSection={<PlusIcon />} onClick={() => change({ ...CLOSED, list: null, create: 'true' })}>
          {t('regexTemplates.create')}
        </Button>
      }
    >
      <Group gap="md">
        <SegmentedControl
          aria-label={t('regexTemplates.list')}
          data={[
            { value: 'own', label: t('regexTemplates.own', { number: own.length }) },
            { value: 'built_in', label: t('regexTemplates.built_in', { number: data.length - own.length }) },
          ]}
          value={builtIn ? 'built_in' : 'own'}
          onChange={(value) => change({ list: value === 'built_in' ? value : null })}
        />
        <SearchField text={search} label={t('regexTemplates.search')} onSearch={seek} />
      </Group>
      {error !== undefined && <ProblemBlock title={t('regexTemplates.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />}
      {isLoading && <SkeletonRows rows={5} height={32} />}
      {error === undefined && !isLoading && found.length === 0 && (
        <EmptyBlock
          level={3}
          title={t(search === '' ? 'regexTemplates.empty' : 'regexTemplates.nothing_matches')}
          {...(search === '' && { hint: t('regexTemplates.empty_hint') })}
        >
          {search !== '' && (
            <Button variant="default" onClick={() => seek('')}>
              {t('regexTemplates.clear')}
            </Button>
          )}
        </EmptyBlock>
      )}
      {found.length > 0 && (
        <TemplateTable
          templates={found}
          {...(!builtIn && {
            actions: { onEdit: (id) => change({ ...CLOSED, edit: id }), onDelete: (template) => void remove(template) },
          })}
        />
      )}
      <FormDialog opened={edited !== undefined} onClose={close} size="lg">
        {edited !== undefined && <TemplateForm key={edited?.id ?? 'new'} template={edited} onClose={close} />}
      </FormDialog>
    </Section>
  );
}
