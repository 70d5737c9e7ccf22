import type { KeywordSetDetails } from '@leakwatch/contracts';
import { KEYWORD_SET_MAX, KEYWORD_SET_NAME_MAX, shownName } from '@leakwatch/rules';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { useStored } from '../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { problemOf, type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { DroppedNote } from '../../shared/ui/dropped-note.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useChangeKeywordSetMutation, useCreateKeywordSetMutation, useLazyGetKeywordSetQuery } from './api.ts';
import { canSave, changesOf, draftOf, keepTypedSet, type KeywordSetDraft, readDraft } from './keyword-set-draft.ts';

const kept = new TypedKeeper<TypedDraft<KeywordSetDraft>>();

interface KeywordSetFormProps {
  /** null for a new one. */
  readonly set: KeywordSetDetails | null;
  readonly onClose: () => void;
}

/** The form of a set. Sending is possible with a name and at least one keyword; the lines that break the rule are named. */
export function KeywordSetForm({ set, onClose }: KeywordSetFormProps) {
  const { t, locale } = useTexts();
  const [create] = useCreateKeywordSetMutation();
  const [change] = useChangeKeywordSetMutation();
  const [read] = useLazyGetKeywordSetQuery();
  const { stored, latest } = useStored<KeywordSetDetails, KeywordSetDraft>(set, ({ id }) => read(id), draftOf);
  const failed = t(set === null ? 'keywordSets.create_failed' : 'keywordSets.change_failed');
  const { draft, edit, errorAt, ...form } = useDialogForm<KeywordSetDraft, 'name'>({
    start: () => draftOf(set),
    check: () => ({}),
    save: async (wanted) => {
      if (stored === null) return problemOf(await create({ name: shownName(wanted.name), keywords: [...readDraft(wanted).accepted] }));
      const body = changesOf(stored, wanted);
      return body === null ? null : problemOf(await change({ id: stored.id, body: { ...body, version: stored.version } }));
    },
    latest,
    keep: keepTypedSet,
    kept: { keeper: kept, name: set?.id ?? 'new' },
    onSaved: ({ name }) => void notifySuccess(t(set === null ? 'keywordSets.created' : 'keywordSets.changed', { name: shownName(name) })),
    onClose,
    failed,
    refused: { keyword_set_exists: 'name' },
  });
  const sorted = useMemo(() => readDraft(draft), [draft]);
  const max = formatNumber(KEYWORD_SET_MAX, locale);
  return (
    <DialogForm
      title={t(set === null ? 'keywordSets.create_title' : 'keywordSets.change_title')}
      form={form}
      failed={failed}
      send={t(set === null ? 'keywordSets.create' : 'keywordSets.save')}
      canSend={canSave(draft, sorted)}
      onCancel={onClose}
    >
      {set !== null && <Text c="dimmed">{t('keywordSets.change_hint')}</Text>}
      <TextInput
        name="name"
        label={t('keywordSets.name')}
        value={draft.name}
        maxLength={KEYWORD_SET_NAME_MAX}
        error={errorAt('name')}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        name="keywords"
        label={t('keywordSets.keywords')}
        description={t('keywordSets.keywords_hint')}
        rows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={draft.text}
        error={sorted.accepted.length > KEYWORD_SET_MAX && t('keywordSets.over_limit', { max })}
        onChange={(event) => edit({ text: event.currentTarget.value })}
      />
      <Text c="dimmed" role="status">
        {t('keywordSets.accepted', { count: sorted.accepted.length })}
      </Text>
      <DroppedNote dropped={sorted.dropped} quiet />
    </DialogForm>
  );
}
