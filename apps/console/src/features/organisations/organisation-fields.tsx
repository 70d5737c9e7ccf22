import { ORGANISATION_DESCRIPTION_MAX } from '@leakwatch/rules';
import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { Checkbox, NativeSelect, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { LogoField } from './logo-field.tsx';
import { type OrganisationFieldsProps, PeriodFields } from './period-fields.tsx';
import { useTariffs } from './use-tariffs.ts';

/** A tariff of the chosen type, with what it includes once it is chosen. */
function TariffField({ draft: { tariff, tariffType }, faultAt, onChange, onLeave }: OrganisationFieldsProps) {
  const { t } = useTexts();
  const { tariffs, chosen, isError, isEmpty } = useTariffs(tariffType, tariff);
  const hint =
    chosen === undefined
      ? isEmpty
        ? t('organisations.tariff_none')
        : undefined
      : t('organisations.tariff_includes', { tasks: chosen.task_limit, months: chosen.time_limit_total_months });
  return (
    <Select
      name="tariff"
      label={t('organisations.tariff')}
      placeholder={t('organisations.tariff_choose')}
      description={hint}
      data={tariffs.map(({ id, name }) => ({ value: id, label: name }))}
      value={tariff === '' ? null : tariff}
      error={faultAt('tariff') ?? (isError ? t('organisations.tariff_failed') : undefined)}
      onChange={(id) => onChange({ tariff: id ?? '' })}
      onBlur={() => onLeave('tariff')}
      nothingFoundMessage={t('organisations.tariff_nothing')}
      searchable
    />
  );
}

export function OrganisationFields(props: OrganisationFieldsProps) {
  const { t } = useTexts();
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
        maxLength={ORGANISATION_DESCRIPTION_MAX}
        autosize
        maxRows={5}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <LogoField logo={draft.logo} onChange={(logo) => onChange({ logo })} />
      <NativeSelect
        name="tariff_type"
        label={t('organisations.tariff_type')}
        data={TARIFF_TYPES.map((value) => ({ value, label: t(`organisations.type.${value}`) }))}
        value={draft.tariffType}
        onChange={(event) => {
          const tariffType = TARIFF_TYPES.find((one) => one === event.currentTarget.value);
          if (tariffType !== undefined) onChange({ tariffType, tariff: '' });
        }}
      />
      <TariffField {...props} />
      <PeriodFields {...props} />
      <TextInput
        name="storage_quota_gb"
        inputMode="numeric"
        label={t('organisations.quota')}
        description={t('organisations.quota_hint')}
        value={draft.quota}
        error={faultAt('storage_quota_gb')}
        onChange={(event) => onChange({ quota: event.currentTarget.value })}
        onBlur={() => onLeave('storage_quota_gb')}
        autoComplete="off"
      />
      <Stack gap={6}>
        {flag('active', t('organisations.is_active'))}
        {flag('trusted', t('organisations.is_trusted'))}
        {flag('twoFactorUsers', t('organisations.two_factor_users'))}
        {flag('telegram', t('organisations.telegram'))}
      </Stack>
    </>
  );
}
