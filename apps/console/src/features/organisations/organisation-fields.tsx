import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { Checkbox, NativeSelect, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListTariffsOfTypeQuery } from '../../shared/api/options.ts';
import { DESCRIPTION_MAX, type DraftField, type OrganisationDraft } from './organisation-draft.ts';

interface OrganisationFieldsProps {
  readonly draft: OrganisationDraft;
  readonly faultAt: (field: DraftField) => string | undefined;
  readonly onChange: (change: Partial<OrganisationDraft>) => void;
  readonly onLeave: (field: DraftField) => void;
}

/** As many as one request returns: far more than an installation has. */
const TARIFFS_MAX = 1000;

/** A tariff of the chosen type, with what it includes once it is chosen. */
function TariffField({ draft: { tariff, tariffType }, faultAt, onChange, onLeave }: OrganisationFieldsProps) {
  const { t } = useTranslation();
  const { currentData, isError } = useListTariffsOfTypeQuery({ type: tariffType, limit: TARIFFS_MAX }, { refetchOnMountOrArgChange: true });
  const tariffs = currentData?.results ?? [];
  const chosen = tariffs.find(({ id }) => id === tariff);
  const hint =
    chosen === undefined
      ? currentData?.count === 0
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
          if (tariffType !== undefined) onChange({ tariffType, tariff: '' });
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
