import type { WebhookRow } from '@leakwatch/contracts';
import { webhookAddressFault } from '@leakwatch/rules';
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS, type WebhookEvent, type WebhookFormat } from '@leakwatch/vocabulary';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { isSame, useStored } from '../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { problemOf, type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { notifySuccess } from '../../shared/ui/notify.tsx';
import { useChangeWebhookMutation, useCreateWebhookMutation, useLazyListWebhooksQuery } from './api.ts';
import { ADDRESS_FAULTS } from './address-faults.ts';

interface Draft {
  /** Empty: the stored address stays. */
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly format: WebhookFormat;
}

/** What the person changed. The rest is not sent. */
const changesOf = (from: Pick<WebhookRow, 'events' | 'format'>, { url, events, format }: Draft) => ({
  ...(url !== '' && { url }),
  ...(!isSame(events, from.events) && { events: [...events] }),
  ...(format !== from.format && { format }),
});

const draftOf = (webhook: WebhookRow | null): Draft => ({
  url: '',
  events: webhook?.events ?? WEBHOOK_EVENTS,
  format: webhook?.format ?? 'plain',
});

const kept = new TypedKeeper<TypedDraft<Draft>>();

interface WebhookFormProps {
  /** null: a new one. */
  readonly webhook: WebhookRow | null;
  readonly allowHttp: boolean;
  readonly onClose: () => void;
  readonly onSecret: (secret: string) => void;
}

/** Creates or changes a webhook. The address is a credential at many receivers, so the stored one is not shown. */
export function WebhookForm({ webhook, allowHttp, onClose, onSecret }: WebhookFormProps) {
  const { t } = useTexts();
  const texts = useCodeTexts();
  const [create, creating] = useCreateWebhookMutation();
  const [change] = useChangeWebhookMutation();
  const [read] = useLazyListWebhooksQuery();
  const { stored, latest } = useStored<WebhookRow, Draft>(
    webhook,
    async (was) => {
      const { data, error } = await read(undefined);
      return { data: data?.results.find(({ id }) => id === was.id), error };
    },
    draftOf,
  );
  const failed = t(webhook === null ? 'webhooks.create_failed' : 'webhooks.change_failed');
  const { draft, edit, leave, errorAt, ...form } = useDialogForm<Draft, 'url' | 'events'>({
    start: () => draftOf(webhook),
    check: ({ url, events }) => {
      const fault = url === '' ? (webhook === null ? 'required' : null) : webhookAddressFault(url, allowHttp);
      return { ...(fault !== null && { url: fault }), ...(events.length === 0 && { events: 'required' }) };
    },
    save: async (typed) => {
      if (stored !== null) {
        const result = await change({ id: stored.id, body: { ...changesOf(stored, typed), version: stored.version } });
        if (result.error === undefined) notifySuccess(t('webhooks.changed', { address: result.data.address }));
        return problemOf(result);
      }
      const result = await create({ ...typed, events: [...typed.events] });
      creating.reset();
      if (result.error === undefined) onSecret(result.data.secret);
      return problemOf(result);
    },
    latest,
    kept: { keeper: kept, name: webhook?.id ?? 'new' },
    onClose,
    failed,
    deleted: webhook === null ? undefined : t('unsaved.deleted'),
    faultText: (code) => {
      const fault = ADDRESS_FAULTS.find((one) => one === code);
      return fault === undefined ? texts.fault(code) : t(`webhooks.fault.${fault}`);
    },
  });
  return (
    <DialogForm
      title={t(webhook === null ? 'webhooks.create_title' : 'webhooks.edit_title', { address: webhook?.address })}
      form={form}
      failed={failed}
      send={t(webhook === null ? 'webhooks.create' : 'webhooks.save')}
      onCancel={onClose}
    >
      <TextInput
        name="url"
        label={t('webhooks.url')}
        description={t(webhook === null ? 'webhooks.url_hint' : 'webhooks.url_kept')}
        placeholder="https://"
        value={draft.url}
        error={errorAt('url')}
        onChange={(event) => edit({ url: event.currentTarget.value.trim() })}
        onBlur={() => leave('url')}
        autoComplete="off"
        inputMode="url"
        required={webhook === null}
        data-autofocus
      />
      <Checkbox.Group
        label={t('webhooks.events')}
        error={errorAt('events')}
        value={[...draft.events]}
        onChange={(chosen) => edit({ events: WEBHOOK_EVENTS.filter((event) => chosen.includes(event)) })}
      >
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox key={event} mt="xs" value={event} label={t(`webhooks.event.${event}`)} />
        ))}
      </Checkbox.Group>
      <NativeSelect
        name="format"
        label={t('webhooks.body')}
        data={WEBHOOK_FORMATS.map((value) => ({ value, label: t(`webhooks.format.${value}`) }))}
        value={draft.format}
        onChange={(event) => edit({ format: WEBHOOK_FORMATS.find((one) => one === event.currentTarget.value) ?? draft.format })}
      />
    </DialogForm>
  );
}
