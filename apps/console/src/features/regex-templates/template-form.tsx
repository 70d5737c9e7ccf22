import type { RegexTemplate } from '@leakwatch/contracts';
import { EXPRESSION_MAX, REGEX_TEMPLATE_HINT_MAX, REGEX_TEMPLATE_NAME_MAX } from '@leakwatch/rules';
import { SEVERITIES } from '@leakwatch/vocabulary';
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useChangeRegexTemplateMutation, useCreateRegexTemplateMutation } from './api.ts';
import { canSave, changesOf, draftOf, type TemplateDraft } from './template-draft.ts';
import { TemplateTrial } from './template-trial.tsx';

interface TemplateFormProps {
  /** null for a new one. */
  readonly template: RegexTemplate | null;
  readonly onClose: () => void;
}

/** The form of a template, with a trial of its expression. */
export function TemplateForm({ template, onClose }: TemplateFormProps) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [create, { isLoading: isCreating }] = useCreateRegexTemplateMutation();
  const [change, { isLoading: isChanging }] = useChangeRegexTemplateMutation();
  const [draft, setDraft] = useState(() => draftOf(template));
  const [problem, setProblem] = useState<Problem | null>(null);
  const taken = problem?.code === 'regex_template_exists' ? texts.problem(problem) : undefined;
  const refused = problem?.code === 'regex_template_refused' ? texts.problem(problem) : undefined;
  const save = async (): Promise<Problem | null> => {
    const body = template === null ? null : changesOf(draftOf(template), draft);
    if (template !== null && body === null) return null;
    const { error } = await (template === null || body === null
      ? create({ ...draft, name: draft.name.trim(), regex: draft.regex.trim(), hint: draft.hint.trim() })
      : change({ id: template.id, body }));
    return error === undefined ? null : toProblem(error);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!canSave(draft)) return;
    const why = await save();
    setProblem(why);
    if (why !== null) return;
    notifySuccess(t(template === null ? 'regexTemplates.created' : 'regexTemplates.changed', { name: draft.name.trim() }));
    onClose();
  };
  const edit = (wanted: Partial<TemplateDraft>) => {
    setProblem(null);
    setDraft((now) => ({ ...now, ...wanted }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <DialogTitle>{t(template === null ? 'regexTemplates.create_title' : 'regexTemplates.change_title')}</DialogTitle>
        <Text c="dimmed">{t('regexTemplates.form_hint')}</Text>
        <TextInput
          name="name"
          label={t('regexTemplates.name')}
          value={draft.name}
          maxLength={REGEX_TEMPLATE_NAME_MAX}
          error={taken}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          name="regex"
          label={t('regexTemplates.regex')}
          description={t('regexTemplates.regex_hint', { max: EXPRESSION_MAX })}
          value={draft.regex}
          maxLength={EXPRESSION_MAX * 2}
          error={refused}
          spellCheck={false}
          autoComplete="off"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => edit({ regex: event.currentTarget.value })}
        />
        <TemplateTrial regex={draft.regex} />
        <TextInput
          name="hint"
          label={t('regexTemplates.hint')}
          description={t('regexTemplates.hint_hint')}
          value={draft.hint}
          maxLength={REGEX_TEMPLATE_HINT_MAX}
          onChange={(event) => edit({ hint: event.currentTarget.value })}
        />
        <NativeSelect
          name="severity"
          label={t('regexTemplates.severity')}
          data={SEVERITIES.map((severity) => ({ value: severity, label: t(`severity.${severity}`) }))}
          value={draft.severity}
          onChange={(event) => edit({ severity: SEVERITIES.find((severity) => severity === event.currentTarget.value) ?? draft.severity })}
        />
        {problem !== null && taken === undefined && refused === undefined && (
          <Alert
            variant="outline"
            color="red"
            icon={<AlertIcon />}
            role="alert"
            title={t(template === null ? 'regexTemplates.create_failed' : 'regexTemplates.change_failed')}
            styles={{ icon: { color: 'var(--mantine-color-error)' } }}
          >
            {texts.problem(problem)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isCreating || isChanging} disabled={!canSave(draft)}>
            {t(template === null ? 'regexTemplates.create' : 'regexTemplates.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
