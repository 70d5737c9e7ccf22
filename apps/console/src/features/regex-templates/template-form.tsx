import type { RegexTemplate } from '@leakwatch/contracts';
import { EXPRESSION_MAX, REGEX_TEMPLATE_HINT_MAX, REGEX_TEMPLATE_NAME_MAX, shownName } from '@leakwatch/rules';
import { SEVERITIES } from '@leakwatch/vocabulary';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useStored } from '../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { problemOf, type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useChangeRegexTemplateMutation, useCreateRegexTemplateMutation, useLazyListRegexTemplatesQuery } from './api.ts';
import { canSave, changesOf, draftOf, type TemplateDraft, trimmed } from './template-draft.ts';
import { TemplateTrial } from './template-trial.tsx';

const kept = new TypedKeeper<TypedDraft<TemplateDraft>>();

interface TemplateFormProps {
  /** null for a new one. */
  readonly template: RegexTemplate | null;
  readonly onClose: () => void;
}

/** The form of a template, with a trial of its expression. */
export function TemplateForm({ template, onClose }: TemplateFormProps) {
  const { t } = useTexts();
  const [create] = useCreateRegexTemplateMutation();
  const [change] = useChangeRegexTemplateMutation();
  const [read] = useLazyListRegexTemplatesQuery();
  const { stored, latest } = useStored<RegexTemplate, TemplateDraft>(
    template,
    async (was) => {
      const { data, error } = await read({});
      return { data: data?.find(({ id }) => id === was.id), error };
    },
    draftOf,
  );
  const failed = t(template === null ? 'regexTemplates.create_failed' : 'regexTemplates.change_failed');
  const { draft, edit, errorAt, ...form } = useDialogForm<TemplateDraft, 'name' | 'regex'>({
    start: () => draftOf(template),
    check: () => ({}),
    save: async (wanted) => {
      if (stored === null) return problemOf(await create(trimmed(wanted)));
      const body = changesOf(draftOf(stored), wanted);
      return body === null ? null : problemOf(await change({ id: stored.id, body: { ...body, version: stored.version ?? undefined } }));
    },
    latest,
    kept: { keeper: kept, name: template?.id ?? 'new' },
    onSaved: ({ name }) =>
      void notifySuccess(t(template === null ? 'regexTemplates.created' : 'regexTemplates.changed', { name: shownName(name) })),
    onClose,
    failed,
    refused: { regex_template_exists: 'name', regex_template_refused: 'regex' },
  });
  return (
    <DialogForm
      title={t(template === null ? 'regexTemplates.create_title' : 'regexTemplates.change_title')}
      form={form}
      failed={failed}
      send={t(template === null ? 'regexTemplates.create' : 'regexTemplates.save')}
      canSend={canSave(draft)}
      onCancel={onClose}
    >
      <Text c="dimmed">{t('regexTemplates.form_hint')}</Text>
      <TextInput
        name="name"
        label={t('regexTemplates.name')}
        value={draft.name}
        maxLength={REGEX_TEMPLATE_NAME_MAX}
        error={errorAt('name')}
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
        error={errorAt('regex')}
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
    </DialogForm>
  );
}
