import { type EventView, VIEW_NAME_MAX } from '@leakwatch/contracts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../shared/api/problem.ts';
import { TypedKeeper } from '../../../shared/lib/kept-typed.ts';
import { type TypedDraft, useDialogForm } from '../../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';

interface Draft {
  readonly name: string;
  readonly shared: boolean;
}

const kept = new TypedKeeper<TypedDraft<Draft>>();

interface ViewDialogProps {
  /** The view that is renamed; null for a new one. */
  readonly view: EventView | null;
  /** Resolves to why the view was not saved, or to null. `anew`: the renamed view is gone, what it showed is saved as a new one. */
  readonly onSave: (name: string, shared: boolean, anew: boolean) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** The name of a view, and whether a new one is for the organisation. */
export function ViewDialog({ view, onSave, onClose }: ViewDialogProps) {
  const { t } = useTranslation();
  const [isGone, setGone] = useState(false);
  const { draft, edit, errorAt, ...form } = useDialogForm<Draft, 'name'>({
    start: () => ({ name: view?.name ?? '', shared: false }),
    check: () => ({}),
    save: async ({ name, shared }) => {
      const problem = await onSave(name.trim(), shared, isGone);
      if (problem?.code === 'not_found') setGone(view !== null);
      return problem;
    },
    deleted: view === null ? undefined : t('events.views.gone'),
    kept: { keeper: kept, name: view?.id ?? 'new' },
    onSaved: onClose,
    refused: { view_exists: 'name' },
  });
  return (
    <FormDialog opened onClose={onClose}>
      <DialogForm
        title={t(view === null ? 'events.views.save_title' : 'events.views.rename')}
        form={form}
        failed={t('events.views.save_failed')}
        send={t(isGone ? 'events.views.save_anew' : 'events.assign.save')}
        canSend={draft.name.trim() !== ''}
        onCancel={onClose}
      >
        <TextInput
          data-autofocus
          label={t('events.views.name')}
          maxLength={VIEW_NAME_MAX}
          value={draft.name}
          error={errorAt('name')}
          onChange={(event) => edit({ name: event.currentTarget.value })}
        />
        {view === null && (
          <Checkbox
            label={t('events.views.for_organisation')}
            checked={draft.shared}
            onChange={(event) => edit({ shared: event.currentTarget.checked })}
          />
        )}
      </DialogForm>
    </FormDialog>
  );
}
