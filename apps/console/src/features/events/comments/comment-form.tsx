import { Button, Group, Stack, Textarea } from '@mantine/core';
import { COMMENT_MAX, readComment } from '@leakwatch/rules';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { Problem } from '../../../shared/api/problem.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { TypedKeeper, useFoundTyped, useKeepTyped } from '../../../shared/lib/kept-typed.ts';
import { useSending } from '../../../shared/lib/use-sending.ts';
import { useUnsaved } from '../../../shared/ui/form-dialog.tsx';
import { RefusalNote } from '../../../shared/ui/refusal-note.tsx';
import type { KeptText } from './kept-text.ts';

const kept = new TypedKeeper<string>();

interface CommentFormProps {
  /** What the comment is: what was typed when the session ended is found by it. */
  readonly name: string;
  /** The text at first. */
  readonly text: string;
  readonly busy: boolean;
  readonly submit: string;
  /** Its buttons stand as in every dialog: at the right, the one that acts last. */
  readonly inDialog?: boolean;
  readonly keptText?: KeptText;
  /** The title of a refusal. */
  readonly failed: string;
  /** Resolves to why the text was not stored, or to null; what was typed stays when it was not. */
  readonly onSubmit: (text: string) => Promise<Problem | null>;
  readonly onCancel: () => void;
}

/** Writes a comment or changes one; Ctrl+Enter sends it. */
export function CommentForm({ name, text, busy, submit, failed, inDialog = false, keptText, onSubmit, onCancel }: CommentFormProps) {
  const { t } = useTexts();
  const found = useFoundTyped(kept, name);
  const [typed, setTyped] = useState(() => found ?? keptText?.read() ?? text);
  const [shown, setShown] = useState<string | null>(null);
  const texts = useCodeTexts();
  const { problem, forget, send: track } = useSending(failed);
  const fault = problem?.fields['text'];
  const refusal = problem === null ? null : texts.refusal(problem, (field) => field === 'text');
  const isUnsaved = typed !== text && typed.trim() !== '';
  useUnsaved(inDialog && isUnsaved);
  useKeepTyped(kept, name, isUnsaved ? typed : null);
  const keep = (value: string) => {
    setTyped(value);
    keptText?.write(value === '' || value === text ? null : value);
  };
  const send = async () => {
    // The button is disabled while a comment is sent; the keys must do nothing either.
    if (busy) return;
    const read = readComment(typed);
    if ('fault' in read) return setShown(t(`errors.${read.fault}`));
    setShown(null);
    const { error } = await track(onSubmit(read.text).then((why) => ({ error: why ?? undefined })));
    if (error === undefined) keep('');
  };
  const size = inDialog ? 'sm' : 'compact-md';
  const main = (
    <Button size={size} loading={busy} onClick={() => void send()}>
      {submit}
    </Button>
  );
  return (
    <Stack gap={inDialog ? 'md' : 6}>
      <Textarea
        autosize
        minRows={2}
        maxRows={12}
        autoFocus
        data-autofocus
        maxLength={COMMENT_MAX * 2}
        aria-label={t('events.comments.text')}
        placeholder={t('events.comments.text')}
        value={typed}
        readOnly={busy}
        error={shown ?? (fault === undefined ? null : texts.fault(fault))}
        onChange={(event) => {
          keep(event.currentTarget.value);
          setShown(null);
          forget();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          if (event.key === 'Escape' && !inDialog) onCancel();
        }}
      />
      {refusal !== null && <RefusalNote title={failed} text={refusal} problem={problem} />}
      <Group gap="xs" justify={inDialog ? 'flex-end' : 'flex-start'}>
        {!inDialog && main}
        <Button
          size={size}
          variant="default"
          onClick={() => {
            keep('');
            onCancel();
          }}
        >
          {t('common.cancel')}
        </Button>
        {inDialog && main}
      </Group>
    </Stack>
  );
}
