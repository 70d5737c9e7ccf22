import type { ControlTask, TaskDetails } from '@leakwatch/contracts';
import { Anchor, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { useGetTaskQuery } from '../../shared/tasks/api.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import { useConfirmTaskMutation } from './api.ts';
import { type PartsToConfirm, partsToConfirm } from './parts-to-confirm.ts';
import { pathOf } from './path-of.ts';

/** Entries of each list; the task's page shows all of them. */
const SHOWN = 20;

function PartList({ kind, texts }: { kind: keyof PartsToConfirm; texts: readonly string[] }) {
  const { t } = useTexts();
  if (texts.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{t(`taskControl.parts.${kind}`, { number: texts.length })}</Text>
      <List className="lw-break" fz="inherit">
        {texts.slice(0, SHOWN).map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      {texts.length > SHOWN && <Text c="dimmed">{t('taskControl.more_parts', { number: texts.length - SHOWN })}</Text>}
    </div>
  );
}

function Parts({ task }: { task: TaskDetails }) {
  const { t } = useTexts();
  const { patterns, repositories, sources, channels } = partsToConfirm(task);
  return (
    <Stack gap="sm" mah={360} style={{ overflowY: 'auto' }} tabIndex={0} role="group" aria-label={t('taskControl.what_waits')}>
      <PartList kind="patterns" texts={patterns} />
      <PartList kind="repositories" texts={repositories} />
      <PartList kind="sources" texts={sources.map((source) => t(`common.sources.${source}`))} />
      <PartList kind="channels" texts={channels} />
    </Stack>
  );
}

function ConfirmForm({ task, onClose }: { task: ControlTask; onClose: () => void }) {
  const { t } = useTexts();
  const { currentData, isFetching, error, refetch } = useGetTaskQuery(task.id, { refetchOnMountOrArgChange: true });
  // What is confirmed is what the dialog first showed: a later version would replace it unseen, a moment before the click.
  const [seen, setSeen] = useState<TaskDetails | null>(null);
  if (seen === null && currentData !== undefined && !isFetching && currentData.version >= task.version) setSeen(currentData);
  const [confirm, { isLoading }] = useConfirmTaskMutation();
  const submit = async ({ id, version }: TaskDetails) => {
    const result = await confirm({ id, version });
    onClose();
    if (result.error === undefined) notifySuccess(t('taskControl.confirmed_done'));
    else notifyProblem(t('taskControl.confirm_failed'), result.error);
  };
  return (
    <Stack gap="md">
      <DialogTitle>{t('taskControl.confirm_title')}</DialogTitle>
      <Text className="lw-break">
        {t(task.confirmed ? 'taskControl.confirm_additions' : 'taskControl.confirm_task', { title: task.title })}
      </Text>
      {seen === null && error !== undefined && !isFetching && (
        <ProblemBlock title={t('taskControl.parts_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {seen === null && (error === undefined || isFetching) && <SkeletonRows rows={3} height={24} />}
      {seen !== null && <Parts task={seen} />}
      <Anchor component={Link} to={pathOf(task)} target="_blank" rel="noopener">
        {t('taskControl.open')}
      </Anchor>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={seen === null} loading={isLoading} onClick={() => seen !== null && void submit(seen)}>
          {t('taskControl.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Shows what a confirmation of the task lets run, and confirms exactly that. */
export function ConfirmDialog({ task, onClose }: { task: ControlTask | null; onClose: () => void }) {
  return (
    <Modal opened={task !== null} onClose={onClose} withCloseButton={false}>
      {task !== null && <ConfirmForm key={task.id} task={task} onClose={onClose} />}
    </Modal>
  );
}
