import type { OrganisationField } from '@leakwatch/rules';
import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { DateField } from '../../shared/ui/date-field.tsx';
import { endByTariff, type OrganisationDraft } from './organisation-draft.ts';
import { useTariffs } from './use-tariffs.ts';

export interface OrganisationFieldsProps {
  readonly draft: OrganisationDraft;
  /** What is stored; null for a new one. */
  readonly before: OrganisationDraft | null;
  readonly faultAt: (field: OrganisationField) => string | undefined;
  readonly onChange: (change: Partial<OrganisationDraft>) => void;
  readonly onLeave: (field: OrganisationField) => void;
}

const toShown = (day: string) => day.split('-').reverse().join('.');

/** When the organisation is served: from a day on for the term of its tariff, or between two days. */
export function PeriodFields({ draft, before, faultAt, onChange, onLeave }: OrganisationFieldsProps) {
  const { t } = useTexts();
  const { chosen } = useTariffs(draft.tariffType, draft.tariff);
  const computed = chosen === undefined ? '' : endByTariff(draft, before, chosen.time_limit_total_months);
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('organisations.period')}
        value={draft.custom ? 'custom' : 'tariff'}
        onChange={(kind) => onChange({ custom: kind === 'custom', ...(draft.expiresAt === '' && { expiresAt: computed }) })}
      >
        <Stack gap={6} mt={6}>
          <Radio value="tariff" label={t('organisations.period_tariff')} />
          <Radio value="custom" label={t('organisations.period_custom')} />
        </Stack>
      </Radio.Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DateField
          name="starts_at"
          label={t('organisations.starts_at')}
          value={draft.startsAt}
          error={faultAt('starts_at')}
          onChange={(startsAt) => onChange({ startsAt })}
          onBlur={() => onLeave('starts_at')}
        />
        {draft.custom ? (
          <DateField
            name="expires_at"
            label={t('organisations.expires_at')}
            value={draft.expiresAt}
            error={faultAt('expires_at')}
            onChange={(expiresAt) => onChange({ expiresAt })}
            onBlur={() => onLeave('expires_at')}
          />
        ) : (
          <TextInput
            name="expires_at"
            label={t('organisations.expires_at')}
            value={toShown(computed)}
            placeholder={t('organisations.expires_at_hint')}
            readOnly
          />
        )}
      </SimpleGrid>
    </Stack>
  );
}
