import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { useGetTariffQuery } from './api.ts';
import { DESCRIPTION_MAX, type DraftField, isTariffId, type OrganisationDraft } from './organisation-draft.ts';

interface OrganisationFieldsProps {
  readonly draft: OrganisationDraft;
  readonly faultAt: (field: DraftField) => string | undefined;
  readonly onChange: (change: Partial<OrganisationDraft>) => void;
  readonly onLeave: (field: DraftField) => void;
}

/** The tariff by its id, since there is no list of tariffs; its name shows once it is found. */
function TariffField({ draft: { tariff, tariffType }, faultAt, onChange, onLeave }: OrganisationFieldsProps) {
  const { t } = useTranslation();
  const { currentData: found, isError } = useGetTariffQuery(isTariffId(tariff) ? { type: tariffType, id: tariff.trim() } : skipToken);
  const missing = isError ? t('organisations.fault.tariff_missing') : undefined;
  return (
    <TextInput
      name="tariff"
      label={t('organisations.tariff')}
      description={
        found === undefined
          ? t('organisations.tariff_hint')
          : t('organisations.tariff_found', { name: found.name, tasks: found.task_limit })
      }
      value={tariff}
      error={faultAt('tariff') ?? missing}
      onChange={(event) => onChange({ tariff: event.currentTarget.value })}
      onBlur={() => onLeave('tariff')}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

export function OrganisationFields(props: OrganisationFieldsProps) {
  const { t } = useTranslation();
  const { draft, faultAt, onChange, onLeave } = props;
  const flag = (field: 'active' | 'trusted' | 'twoFactorUsers' | 'telegram', label: string) => (
    <Checkbox label={label} checked={draft[field]} onChange={(event) => onChange({ [field]: event.currentTarget.checked })} />
  );
  return (
    <>
      <TextInput
        name="name"
        label={t('organisations.name')}
        value={draft.name}
        error={faultAt('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        onBlur={() => onLeave('name')}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        name="description"
        label={t('organisations.description')}
        maxLength={DESCRIPTION_MAX}
        autosize
        maxRows={5}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <NativeSelect
        name="tariff_type"
        label={t('organisations.tariff_type')}
        data={TARIFF_TYPES.map((value) => ({ value, label: t(`organisations.type.${value}`) }))}
        value={draft.tariffType}
        onChange={(event) => {
          const tariffType = TARIFF_TYPES.find((one) => one === event.currentTarget.value);
          if (tariffType !== undefined) onChange({ tariffType });
        }}
      />
      <TariffField {...props} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          name="starts_at"
          label={t('organisations.starts_at')}
          description={t('organisations.starts_at_hint')}
          value={draft.startsAt}
          onChange={(event) => onChange({ startsAt: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          name="expires_at"
          label={t('organisations.expires_at')}
          description={t('organisations.expires_at_hint')}
          value={draft.expiresAt}
          error={faultAt('expires_at')}
          onChange={(event) => onChange({ expiresAt: event.currentTarget.value })}
          onBlur={() => onLeave('expires_at')}
        />
      </SimpleGrid>
      <Stack gap={6}>
        {flag('active', t('organisations.is_active'))}
        {flag('trusted', t('organisations.is_trusted'))}
        {flag('twoFactorUsers', t('organisations.two_factor_users'))}
        {flag('telegram', t('organisations.telegram'))}
      </Stack>
    </>
  );
}
