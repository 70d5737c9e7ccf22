import type { TariffRow } from '@leakwatch/contracts';
import { checkTariff, TARIFF_NUMBER_MAX, TARIFF_NUMBERS, type TariffField } from '@leakwatch/rules';
import type { TariffType } from '@leakwatch/vocabulary';
import { Alert, Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/api/problem.ts';
import { useCodeTexts } from '../../shared/i18n/problem-text.ts';
import { DialogTitle } from '../../shared/ui/dialog-title.tsx';
import { notifyFault, notifySuccess } from '../../shared/ui/notify.tsx';
import { draftOf } from './tariff-draft.ts';
import { useSaveTariff } from './use-save-tariff.ts';

interface TariffFormProps {
  readonly type: TariffType;
  /** null for a new one. */
  readonly tariff: TariffRow | null;
  readonly onClose: () => void;
}

function TariffForm({ type, tariff, onClose }: TariffFormProps) {
  const { t, i18n } = useTranslation();
  const texts = useCodeTexts();
  const save = useSaveTariff();
  const [draft, setDraft] = useState(() => draftOf(type, tariff));
  const [left, setLeft] = useState<ReadonlySet<TariffField>>(new Set());
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  const faults = checkTariff(draft);
  /** Which field the server's refusal is about. */
  const refused: Partial<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(problem?.fields ?? {}).map(([field, code]) => [field, texts.fault(code)])),
    ...(problem?.code === 'tariff_exists' && { name: texts.problem(problem) }),
  };
  const largest = (field: TariffField) => (field === 'name' ? '' : TARIFF_NUMBER_MAX[field].toLocaleString(i18n.language));
  const faultAt = (field: TariffField): string | undefined => {
    const fault = left.has(field) ? faults[field] : undefined;
    return fault === undefined ? refused[field] : t(`tariffs.fault.${fault}`, { max: largest(field) });
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setLeft(new Set(['name', ...TARIFF_NUMBERS[type]]));
    if (Object.keys(faults).length > 0) {
      notifyFault(t(tariff === null ? 'tariffs.create_failed' : 'tariffs.change_failed'), t('tariffs.invalid'));
      return;
    }
    setSaving(true);
    const why = await save(draft, tariff?.id ?? null);
    setSaving(false);
    setProblem(why);
    if (why !== null) return;
    notifySuccess(t(tariff === null ? 'tariffs.created' : 'tariffs.changed', { name: draft.name.trim() }));
    onClose();
  };
  // A field that was left empty is no fault until the form is sent.
  const leave = (field: TariffField) => faults[field]?.endsWith('_required') !== true && setLeft((now) => new Set([...now, field]));
  const edit = (change: Partial<typeof draft>) => {
    setProblem(null);
    setDraft((now) => ({ ...now, ...change }));
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <DialogTitle>{t(tariff === null ? `tariffs.create_title.${type}` : `tariffs.change_title.${type}`)}</DialogTitle>
        {tariff !== null && tariff.organisations > 0 && <Text c="dimmed">{t('tariffs.applies_to', { count: tariff.organisations })}</Text>}
        <TextInput
          name="name"
          label={t('tariffs.name')}
          value={draft.name}
          error={faultAt('name')}
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
              error={faultAt(field)}
              onChange={(event) => edit({ numbers: { ...draft.numbers, [field]: event.currentTarget.value } })}
              onBlur={() => leave(field)}
              autoComplete="off"
            />
          ))}
        </SimpleGrid>
        {problem !== null && Object.keys(refused).length === 0 && (
          <Alert
            variant="outline"
            color="red"
            icon={<AlertIcon />}
            role="alert"
            title={t(tariff === null ? 'tariffs.create_failed' : 'tariffs.change_failed')}
            styles={{ icon: { color: 'var(--mantine-color-error)' } }}
          >
            {texts.problem(problem)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={saving}>
            {t(tariff === null ? 'tariffs.create' : 'tariffs.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface TariffDialogProps extends TariffFormProps {
  readonly opened: boolean;
}

/** Creates or changes a tariff. The form begins anew each time the dialog opens. */
export function TariffDialog({ opened, ...form }: TariffDialogProps) {
  return (
    <Modal opened={opened} onClose={form.onClose} withCloseButton={false}>
      {opened && <TariffForm key={form.tariff?.id} {...form} />}
    </Modal>
  );
}
