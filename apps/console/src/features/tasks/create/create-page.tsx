import { countPatterns } from '@leakwatch/rules';
import { Alert, Button, Fieldset, Stack, Text, TextInput, Title } from '@mantine/core';
import { InfoIcon } from '@primer/octicons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentOrganisationQuery } from '../../../shared/api/options.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { ProblemBlock } from '../../../shared/ui/blocks.tsx';
import { PageTitle } from '../../../shared/ui/page-title.tsx';
import { faultAt } from './check-draft.ts';
import classes from './create.module.css';
import { DiscoveryPanel } from './discovery/discovery-panel.tsx';
import { observerFault, observerKey } from './discovery/observer.ts';
import { LinesEditor } from './lines-editor.tsx';
import { ObserverFields } from './observer-fields.tsx';
import { PatternEditors } from './pattern-editors.tsx';
import { PatternsLeft } from './patterns-left.tsx';
import { RepositoriesSection } from './repositories-section.tsx';
import { chosenPatterns } from './to-body.ts';
import { useCreateForm } from './use-create-form.ts';
import { useSubmit } from './use-submit.tsx';

/** /git_monitoring/create */
export function CreatePage() {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const limit = useCurrentOrganisationQuery().data?.tariff.patterns_per_task_limit ?? null;
  const form = useCreateForm(limit);
  const { submit, problem, busy } = useSubmit(form);
  const { draft, faults } = form;
  const count = countPatterns(chosenPatterns(draft));
  const errorAt = (path: string): string | undefined => {
    const code = faultAt(faults, path);
    return code === undefined ? undefined : texts.fault(code);
  };
  const checkObserver = (): boolean => {
    const fault = observerFault(draft.observer);
    if (fault !== null) form.setFaults({ ...faults, git_repository_observer: fault });
    return fault === null;
  };
  return (
    <Stack gap="lg" maw={1100} mx="auto">
      <PageTitle title={t('create.title')} />
      <Title order={1}>{t('create.title')}</Title>
      {form.restored && (
        <Alert variant="outline" color="accent" icon={<InfoIcon />} styles={{ icon: { color: 'var(--mantine-color-anchor)' } }}>
          <Text>{t('create.draft')}</Text>
          <Button mt="sm" variant="default" onClick={form.clear}>
            {t('create.discard')}
          </Button>
        </Alert>
      )}
      <TextInput
        maw={640}
        label={t('create.name')}
        description={t('create.name_hint')}
        required
        error={errorAt('title')}
        value={draft.title}
        onChange={(event) => form.change({ title: event.currentTarget.value })}
        onBlur={() => form.leave('title')}
      />
      <div style={{ maxWidth: 640 }}>
        <LinesEditor
          form={form}
          field="recipients"
          label={t('create.recipients')}
          hint={t('create.recipients_hint')}
          error={errorAt('recipients')}
        />
      </div>
      <Fieldset legend={t('create.observer')}>
        <ObserverFields
          observer={draft.observer}
          error={errorAt('git_repository_observer')}
          onChange={(observer) => form.change({ observer })}
          onLeave={() => form.leave('git_repository_observer')}
        />
        {draft.observer.source_type !== 'custom' && (
          <DiscoveryPanel key={observerKey(draft.observer)} form={form} onCheck={checkObserver} />
        )}
      </Fieldset>
      <Fieldset legend={t('create.repositories')}>
        <RepositoriesSection form={form} />
      </Fieldset>
      <Fieldset legend={t('create.patterns')}>
        <PatternEditors form={form} />
        {faults['patterns'] !== undefined && (
          <Text mt="md" className={classes['fault']} role="alert">
            {texts.fault(faults['patterns'])}
          </Text>
        )}
      </Fieldset>
      {problem !== null && <ProblemBlock title={t('create.failed')} problem={problem} />}
      <div className={classes['foot']}>
        <PatternsLeft count={count} limit={limit} />
        <Button size="sm" loading={busy} disabled={limit !== null && count > limit} onClick={() => void submit()}>
          {t('create.submit')}
        </Button>
      </div>
    </Stack>
  );
}
