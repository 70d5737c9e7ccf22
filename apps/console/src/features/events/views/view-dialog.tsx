import { type EventView, VIEW_NAME_MAX } from '@leakwatch/contracts';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { Problem } from '../../../shared/api/problem.ts';
import { useStored } from '../../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../../shared/lib/kept-typed.ts';
import { type TypedDraft, useDialogForm } from '../../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../../shared/ui/dialog-form.tsx';
import { useLazyListEventViewsQuery } from './api.ts';
import { FormDialog } from '../../../shared/ui/form-dialog.tsx';

interface Draft {
  readonly name: string;
  readonly shared: boolean;
}

const draftOf = (view: EventView | null): Draft => ({ name: view?.name ?? '', shared: false });

const kept = new TypedKeeper<TypedDraft<Draft>>();

interface ViewDialogProps {
  /** The view that is renamed; null for a new one. */
  readonly view: EventView | null;
  /**
   * Resolves to why the view was not saved, or to null. `stored`: the view that is renamed, as it was read last; null for a new one. `anew`: it is
   * gone, and what it showed is saved as a new one.
   */
  readonly onSave: (name: string, shared: boolean, stored: EventView | null, anew: boolean) => Promise<Problem | null>;
  readonly onClose: () => void;
}

function ViewForm({ view, onSave, onClose }: ViewDialogProps) {
  const { t } = useTexts();
  const [isGone, setGone] = useState(false);
  const [read] = useLazyListEventViewsQuery();
  const { stored, latest } = useStored<EventView, Draft>(
    view,
    async (was) => {
      const { data, error } = await read();
      return { data: data?.find(({ id }) => id === was.id), error };
    },
    draftOf,
  );
  const failed = t('eventTools.views.save_failed');
  const { draft, edit, errorAt, ...form } = useDialogForm<Draft, 'name'>({
    start: () => draftOf(view),
    check: () => ({}),
    save: async ({ name, shared }) => {
      const problem = await onSave(name.trim(), shared, stored, isGone);
      if (problem?.code === 'not_found') setGone(view !== null);
      return problem;
    },
    latest,
    deleted: view === null ? undefined : t('eventTools.views.gone'),
    kept: { keeper: kept, name: view?.id ?? 'new' },
    onClose,
    failed,
    refused: { view_exists: 'name' },
  });
  return (
    <DialogForm
      title={t(view === null ? 'eventTools.views.save_title' : 'eventTools.views.rename')}
      form={form}
      failed={failed}
      send={t(isGone ? 'eventTools.views.save_anew' : 'events.assign.save')}
      canSend={draft.name.trim() !== ''}
      onCancel={onClose}
    >
      <TextInput
        data-autofocus
        label={t('eventTools.views.name')}
        maxLength={VIEW_NAME_MAX}
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      {view === null && (
        <Checkbox
          label={t('eventTools.views.for_organisation')}
          checked={draft.shared}
          onChange={(event) => edit({ shared: event.currentTarget.checked })}
        />
      )}
    </DialogForm>
  );
}

/** The name of a view, and whether a new one is for the organisation. */
export function ViewDialog(form: ViewDialogProps) {
  return (
    <FormDialog opened onClose={form.onClose}>
      <ViewForm {...form} />
    </FormDialog>
  );
}
