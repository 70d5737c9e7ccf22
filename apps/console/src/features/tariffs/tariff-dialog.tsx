import type { TariffRow } from '@leakwatch/contracts';
import {
  checkTariff,
  TARIFF_FAULTS,
  TARIFF_NUMBER_MAX,
  TARIFF_NUMBERS,
  type TariffField,
  type TariffForm as TariffDraft,
  shownName,
} from '@leakwatch/rules';
import type { TariffType } from '@leakwatch/vocabulary';
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { useStored } from '../../shared/lib/changed-meanwhile.ts';
import { TypedKeeper } from '../../shared/lib/kept-typed.ts';
import { type TypedDraft, useDialogForm } from '../../shared/lib/use-dialog-form.ts';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { notifyFault, notifySuccess } from '../../shared/ui/notify.tsx';
import { useLazyGetTariffQuery } from './api.ts';
import { draftOf } from './tariff-draft.ts';
import { useSaveTariff } from './use-save-tariff.ts';

const kept = new TypedKeeper<TypedDraft<TariffDraft>>();

interface TariffFormProps {
  readonly type: TariffType;
  /** null for a new one. */
  readonly tariff: TariffRow | null;
  readonly onClose: () => void;
}

function TariffForm({ type, tariff, onClose }: TariffFormProps) {
  const { t, locale } = useTexts();
  const texts = useCodeTexts();
  const save = useSaveTariff();
  const [read] = useLazyGetTariffQuery();
  const { stored, latest } = useStored(
    tariff,
    async (was) => {
      const { data, error } = await read({ type, id: was.id });
      return { data: data && { ...was, ...data }, error };
    },
    (now) => draftOf(type, now),
  );
  const failed = t(tariff === null ? 'tariffs.create_failed' : 'tariffs.change_failed');
  const { draft, edit, leave, errorAt, ...form } = useDialogForm<TariffDraft, TariffField>({
    start: () => draftOf(type, tariff),
    check: checkTariff,
    onFaults: () => notifyFault(failed, t('tariffs.invalid')),
    save: (wanted) => save(wanted, stored),
    latest,
    kept: { keeper: kept, name: tariff?.id ?? `new ${type}` },
    onSaved: ({ name }) => void notifySuccess(t(tariff === null ? 'tariffs.created' : 'tariffs.changed', { name: shownName(name) })),
    onClose,
    failed,
    refused: { tariff_exists: 'name' },
    faultText: (code, field) => {
      const fault = TARIFF_FAULTS.find((one) => one === code);
      if (fault === undefined) return texts.fault(code);
      return t(`tariffs.fault.${fault}`, { max: field === 'name' ? '' : formatNumber(TARIFF_NUMBER_MAX[field], locale) });
    },
  });
  return (
    <DialogForm
      title={t(tariff === null ? `tariffs.create_title.${type}` : `tariffs.change_title.${type}`)}
      form={form}
      failed={failed}
      send={t(tariff === null ? 'tariffs.create' : 'tariffs.save')}
      onCancel={onClose}
    >
      {tariff !== null && tariff.organisations > 0 && <Text c="dimmed">{t('tariffs.applies_to', { count: tariff.organisations })}</Text>}
      <TextInput
        name="name"
        label={t('tariffs.name')}
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => edit({ name: event.currentTarget.value })}
        onBlur={() => leave('name')}
        autoComplete="off"
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {TARIFF_NUMBERS[type].map((field) => (
          <TextInput
            key={field}
            name={field}
            label={t(`tariffs.field.${field}`)}
            inputMode="numeric"
            value={draft.numbers[field] ?? ''}
            error={errorAt(field)}
            onChange={(event) => edit({ numbers: { ...draft.numbers, [field]: event.currentTarget.value } })}
            onBlur={() => leave(field)}
            autoComplete="off"
          />
        ))}
      </SimpleGrid>
    </DialogForm>
  );
}

interface TariffDialogProps extends TariffFormProps {
  readonly opened: boolean;
}

/** Creates or changes a tariff. The form begins anew each time the dialog opens. */
export function TariffDialog({ opened, ...form }: TariffDialogProps) {
  return (
    <FormDialog opened={opened} onClose={form.onClose}>
      {opened && <TariffForm key={form.tariff?.id} {...form} />}
    </FormDialog>
  );
}
