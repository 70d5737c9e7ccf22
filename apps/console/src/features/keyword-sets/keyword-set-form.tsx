import type { KeywordSetDetails } from '@leakwatch/contracts';
import { KEYWORD_SET_MAX, KEYWORD_SET_NAME_MAX } from '@leakwatch/rules';
import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type SyntheticEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { DroppedNote } from '../../shared/ui/dropped-note.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useChangeKeywordSetMutation, useCreateKeywordSetMutation } from './api.ts';
import { canSave, changesOf, draftOf, type KeywordSetDraft, readDraft } from './keyword-set-draft.ts';

interface KeywordSetFormProps {
  /** null for a new one. */
  readonly set: KeywordSetDetails | null;
  readonly onClose: () => void;
}

/** The form of a set. Sending is possible with a name and at least one keyword; the lines that break the rule are named. */
export function KeywordSetForm({ set, onClose }: KeywordSetFormProps) {
  const { t, i18n } = useTranslation();
  const texts = useCodeTexts();
  const [create, { isLoading: isCreating }] = useCreateKeywordSetMutation();
  const [change, { isLoading: isChanging }] = useChangeKeywordSetMutation();
  const [draft, setDraft] = useState(() => draftOf(set));
  const [problem, setProblem] = useState<Problem | null>(null);
  const sorted = useMemo(() => readDraft(draft), [draft]);
  const max = KEYWORD_SET_MAX.toLocaleString(i18n.language);
  const taken = problem?.code === 'keyword_set_exists' ? texts.problem(problem) : undefined;
  const save = async (): Promise<Problem | null> => {
    const body = set === null ? null : changesOf(set, draft);
    if (set !== null && body === null) return null;
    const { error } = await (set === null || body === null
      ? create({ name: draft.name.trim(), keywords: [...sorted.accepted] })
      : change({ id: set.id, body }));
    return error === undefined ? null : toProblem(error);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!canSave(draft, sorted)) return;
    const why = await save();
    setProblem(why);
    if (why !== null) return;
    notifySuccess(t(set === null ? 'keywordSets.created' : 'keywordSets.changed', { name: draft.name.trim() }));
    onClose();
  };
  const edit = (wanted: Partial<KeywordSetDraft>) => {
    setProblem(null);
    setDraft((now) => ({ ...now, ...wanted }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <DialogTitle>{t(set === null ? 'keywordSets.create_title' : 'keywordSets.change_title')}</DialogTitle>
        {set !== null && <Text c="dimmed">{t('keywordSets.change_hint')}</Text>}
        <TextInput
          name="name"
          label={t('keywordSets.name')}
          value={draft.name}
          maxLength={KEYWORD_SET_NAME_MAX}
          error={taken}
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
        {problem !== null && taken === undefined && (
          <Alert
            variant="outline"
            color="red"
            icon={<AlertIcon />}
            role="alert"
            title={t(set === null ? 'keywordSets.create_failed' : 'keywordSets.change_failed')}
            styles={{ icon: { color: 'var(--mantine-color-error)' } }}
          >
            {texts.problem(problem)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isCreating || isChanging} disabled={!canSave(draft, sorted)}>
            {t(set === null ? 'keywordSets.create' : 'keywordSets.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
