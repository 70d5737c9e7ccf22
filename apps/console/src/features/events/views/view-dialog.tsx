import { type EventView, VIEW_NAME_MAX } from '@leakwatch/contracts';
import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from '../../../shared/lib/use-return-focus.ts';
import { DialogTitle } from '../../../shared/ui/dialog-title.tsx';

interface ViewDialogProps {
  /** The view that is renamed; null for a new one. */
  readonly view: EventView | null;
  /** Resolves to whether it was saved. */
  readonly onSave: (name: string, shared: boolean) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The name of a view, and whether a new one is for the organisation. */
export function ViewDialog({ view, onSave, onClose }: ViewDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(false);
  const [saving, setSaving] = useState(false);
  const typed = name.trim();
  const save = async () => {
    setSaving(true);
    const saved = await onSave(typed, shared);
    setSaving(false);
    if (saved) onClose();
  };
  return (
    <Modal opened onClose={onClose} withCloseButton={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed !== '') void save();
        }}
      >
        <Stack gap="md">
          <DialogTitle>{t(view === null ? 'events.views.save_title' : 'events.views.rename')}</DialogTitle>
          <TextInput
            data-autofocus
            label={t('events.views.name')}
            maxLength={VIEW_NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {view === null && (
            <Checkbox
              label={t('events.views.for_organisation')}
              checked={shared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={saving} disabled={typed === ''}>
              {t('events.assign.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
