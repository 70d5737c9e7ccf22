import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogTitle } from '../../../shared/ui/dialog-title.tsx';

/** Other events that can change with one: how many are of its file, and how many are similar in other places. */
export interface Others {
  readonly path: string;
  readonly sameFile: number;
  readonly similar: number;
}

/** Which of them change; null when the person cancels. */
type Answer = { readonly sameFile: boolean; readonly similar: boolean } | null;

function Question({ path, sameFile, similar, onAnswer }: Others & { readonly onAnswer: (answer: Answer) => void }) {
  const { t } = useTranslation();
  const [chosen, choose] = useState({ sameFile: sameFile > 0, similar: similar > 0 });
  const total = 1 + (chosen.sameFile ? sameFile : 0) + (chosen.similar ? similar : 0);
  const kinds = [
    { kind: 'sameFile', count: sameFile, label: t('events.others.same_file', { count: sameFile, path }) },
    { kind: 'similar', count: similar, label: t('events.others.similar', { count: similar }) },
  ] as const;
  return (
    <Stack gap="lg">
      <DialogTitle>{t(similar > 0 ? 'events.others.title' : 'events.same_file.title')}</DialogTitle>
      {similar === 0 ? (
        <Text className="lw-break">{t('events.same_file.text', { count: sameFile, path })}</Text>
      ) : (
        <>
          <Text>{t('events.others.text')}</Text>
          {kinds.map(
            ({ kind, count, label }) =>
              count > 0 && (
                <Checkbox
                  key={kind}
                  className="lw-break"
                  label={label}
                  checked={chosen[kind]}
                  onChange={(event) => choose({ ...chosen, [kind]: event.currentTarget.checked })}
                />
              ),
          )}
        </>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t('common.cancel')}
        </Button>
        <Button variant="default" onClick={() => onAnswer({ sameFile: false, similar: false })}>
          {t('events.same_file.only_this')}
        </Button>
        <Button data-autofocus disabled={total === 1} onClick={() => onAnswer(chosen)}>
          {t('events.same_file.all', { total })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks which other events change too; null when the person cancels. */
export function askOthers(others: Others): Promise<Answer> {
  return new Promise((resolve) => {
    const id = modals.open({
      withCloseButton: false,
      children: (
        <Question
          {...others}
          onAnswer={(answer) => {
            resolve(answer);
            modals.close(id);
          }}
        />
      ),
      onClose: () => resolve(null),
    });
  });
}
