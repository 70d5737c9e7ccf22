import type { ControlTask } from '@leakwatch/contracts';
import { Button, Group, Stack } from '@mantine/core';
import { BlockedIcon, CheckIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { DeleteTask } from '../../shared/tasks/delete-task.tsx';
import { RunButton } from '../../shared/tasks/run-button.tsx';
import { ask } from '../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import { useBlockTaskMutation } from './api.ts';

function BlockButton({ task: { id, title } }: { task: ControlTask }) {
  const { t } = useTexts();
  const [block, { isLoading }] = useBlockTaskMutation();
  const run = async () => {
    const agreed = await ask({
      title: t('taskControl.block_title'),
      text: t('taskControl.block_text', { title }),
      confirm: t('taskControl.block'),
      cancel: t('common.cancel'),
    });
    if (!agreed) return;
    const { error } = await block(id);
    if (error === undefined) notifySuccess(t('taskControl.blocked'));
    else notifyProblem(t('taskControl.block_failed'), error);
  };
  return (
    <Button
      variant="default"
      leftSection={<BlockedIcon size={14} />}
      loading={isLoading}
      aria-label={t('taskControl.block_named', { title })}
      onClick={() => void run()}
    >
      {t('taskControl.block')}
    </Button>
  );
}

/** Start or stop, confirm, block and delete, each where the task's state allows it. */
export function RowActions({ task, onConfirm }: { task: ControlTask; onConfirm: (task: ControlTask) => void }) {
  const { t } = useTexts();
  return (
    // One below the other: the column stays in view beside a table that scrolls, on a phone too.
    <Stack gap={4}>
      {(!task.confirmed || task.waiting_count > 0) && (
        <Button
          leftSection={<CheckIcon size={14} />}
          aria-label={t('taskControl.confirm_named', { title: task.title })}
          onClick={() => onConfirm(task)}
        >
          {t('taskControl.confirm')}
        </Button>
      )}
      {task.confirmed && <BlockButton task={task} />}
      <Group gap={4} wrap="nowrap" justify="space-between">
        <RunButton task={task} disabled={!task.status && !task.confirmed} />
        <DeleteTask task={task} />
      </Group>
    </Stack>
  );
}
