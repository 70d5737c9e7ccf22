import { ActionIcon, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { TrashIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import { useTasksAreReadOnly } from '../api/service-state.ts';
import { DialogTitle } from '../ui/dialog-title.tsx';
import { notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { useDeleteTaskMutation } from './api.ts';

/** Deletes a task after a question that also asks about its events. */
export function DeleteTask({ task, onDeleted }: { task: { readonly id: string; readonly title: string }; onDeleted?: () => void }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState(false);
  const [deleteEvents, setDeleteEvents] = useState(false);
  const [remove, { isLoading }] = useDeleteTaskMutation();
  const readOnly = useTasksAreReadOnly();
  const { id, title } = task;
  const open = () => {
    setDeleteEvents(false);
    setAsked(true);
  };
  const confirm = async () => {
    const { error } = await remove({ id, deleteEvents });
    setAsked(false);
    if (error !== undefined) return notifyProblem(t('taskActions.delete_failed'), error);
    onDeleted?.();
    return notifySuccess(t('taskActions.deleted'));
  };
  return (
    <>
      <ActionIcon
        variant="default"
        size={30}
        disabled={readOnly !== null}
        title={readOnly === null ? undefined : t(`service.refuses.${readOnly}`)}
        aria-label={t('taskActions.delete_named', { title })}
        onClick={open}
      >
        <TrashIcon size={16} />
      </ActionIcon>
      <Modal opened={asked} onClose={() => setAsked(false)} withCloseButton={false}>
        <Stack gap="md">
          <DialogTitle>{t('taskActions.delete_title')}</DialogTitle>
          <Text className="lw-break">{t('taskActions.delete_text', { title })}</Text>
          <Checkbox
            label={t('taskActions.delete_events')}
            checked={deleteEvents}
            onChange={(event) => setDeleteEvents(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setAsked(false)}>
              {t('common.cancel')}
            </Button>
            <Button color="red.9" loading={isLoading} onClick={() => void confirm()}>
              {t('taskActions.delete')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
