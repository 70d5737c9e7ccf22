import type { OrganisationDetail } from '@leakwatch/contracts';
import { Text, Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { problemOf, type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useCreateNotificationMutation } from './api.ts';

const TITLE_MAX = 200;
const MESSAGE_MAX = 4000;

const kept = new TypedKeeper<TypedDraft<Draft>>();

interface Draft {
  readonly title: string;
  readonly message: string;
}

const faultsOf = ({ title, message }: Draft) => ({
  ...(title.trim() === '' && { title: 'title_required' }),
  ...(message.trim() === '' && { message: 'message_required' }),
});

function Form({ organisation: { id, name }, onClose }: { organisation: OrganisationDetail; onClose: () => void }) {
  const { t } = useTexts();
  const [create] = useCreateNotificationMutation();
  const failed = t('organisations.notify.failed');
  const form = useDialogForm<Draft, keyof Draft>({
    start: () => ({ title: '', message: '' }),
    check: faultsOf,
    save: async ({ title, message }) => problemOf(await create({ organisation: id, title: title.trim(), message: message.trim() })),
    kept: { keeper: kept, name: id },
    onSaved: () => void notifySuccess(t('organisations.notify.sent', { name })),
    onClose,
    failed,
    faultText: (_code, field) => t(`organisations.notify.${field}_required`),
  });
  return (
    <DialogForm
      title={t('organisations.notify.title')}
      form={form}
      failed={failed}
      send={t('organisations.notify.send')}
      onCancel={onClose}
    >
      <Text c="dimmed">{t('organisations.notify.lead', { name })}</Text>
      <TextInput
        name="title"
        label={t('organisations.notify.heading')}
        maxLength={TITLE_MAX}
        value={form.draft.title}
        error={form.errorAt('title')}
        onChange={(event) => form.edit({ title: event.currentTarget.value })}
        onBlur={() => form.leave('title')}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        name="message"
        label={t('organisations.notify.message')}
        maxLength={MESSAGE_MAX}
        autosize
        minRows={4}
        maxRows={12}
        value={form.draft.message}
        error={form.errorAt('message')}
        onChange={(event) => form.edit({ message: event.currentTarget.value })}
        onBlur={() => form.leave('message')}
      />
    </DialogForm>
  );
}

/** Staff write a technical notification to the people of an organisation. */
export function NotifyDialog({ organisation, onClose }: { organisation: OrganisationDetail | null; onClose: () => void }) {
  return (
    <FormDialog opened={organisation !== null} onClose={onClose}>
      {organisation !== null && <Form organisation={organisation} onClose={onClose} />}
    </FormDialog>
  );
}
