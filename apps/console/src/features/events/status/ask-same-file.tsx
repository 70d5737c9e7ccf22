import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useTranslation } from 'react-i18next';
import { DialogTitle } from '../../../shared/ui/dialog-title.tsx';

type Answer = 'one' | 'all' | null;

function Question({ path, others, onAnswer }: { path: string; others: number; onAnswer: (answer: Answer) => void }) {
  const { t } = useTranslation();
  return (
    <Stack gap="lg">
      <DialogTitle>{t('events.same_file.title')}</DialogTitle>
      <Text className="lw-break">{t('events.same_file.text', { count: others, path })}</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={() => onAnswer(null)}>
          {t('common.cancel')}
        </Button>
        <Button variant="default" onClick={() => onAnswer('one')}>
          {t('events.same_file.only_this')}
        </Button>
        <Button data-autofocus onClick={() => onAnswer('all')}>
          {t('events.same_file.all', { total: others + 1 })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks whether the other events of the file change too; null when the person cancels. */
export function askSameFile(path: string, others: number): Promise<Answer> {
  return new Promise((resolve) => {
    const id = modals.open({
      withCloseButton: false,
      children: (
        <Question
          path={path}
          others={others}
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
