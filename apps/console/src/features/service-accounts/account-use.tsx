import type { AccountUse } from '@leakwatch/contracts';
import { ACCOUNT_RESOURCES } from '@leakwatch/vocabulary';
import { Stack, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { useListOrganisationOptionsQuery } from '../../shared/api/options.ts';
import { formatDateTime } from '../../shared/lib/dates.ts';

/** Organisations that a row names; the others are counted. */
const NAMED = 3;

/** Requests and refusals of the last 24 hours, and what the source still allows. */
export function UseOf({ use }: { use: AccountUse | undefined }) {
  const { t, locale } = useTexts();
  if (use === undefined) return <Text c="dimmed">–</Text>;
  const number = (value: number) => formatNumber(value, locale);
  // A crawler of another version may count what has no word here.
  const nameOf = (resource: string) => {
    const known = ACCOUNT_RESOURCES.find((one) => one === resource);
    return known === undefined ? resource : t(`serviceAccounts.use.resources.${known}`);
  };
  return (
    <Stack gap={2}>
      <span>{t('serviceAccounts.use.requests', { count: use.requests, number: number(use.requests) })}</span>
      {use.refusals > 0 && (
        <Text fz={12} title={use.last_refusal === null ? undefined : formatDateTime(new Date(use.last_refusal))}>
          {t('serviceAccounts.use.refusals', { count: use.refusals, number: number(use.refusals) })}
        </Text>
      )}
      {use.quota.map(({ resource, left, ends }) => {
        const shown = { resource: nameOf(resource), left: number(left), time: formatDateTime(new Date(ends)) };
        // An account that waits for one resource still serves the others, so its state does not say it.
        return (
          <Text key={resource} fz={12} {...(left > 0 && { c: 'dimmed' })}>
            {left > 0
              ? t('serviceAccounts.use.left', shown)
              : t('serviceAccounts.use.spent', { resource: shown.resource, time: shown.time })}
          </Text>
        );
      })}
    </Stack>
  );
}

/** The organisations for which an account worked in the last 24 hours. */
export function ServedBy({ use }: { use: AccountUse | undefined }) {
  const { t } = useTexts();
  const { data = [] } = useListOrganisationOptionsQuery(undefined, { skip: use === undefined || use.serves.length === 0 });
  if (use === undefined || use.serves.length === 0) return null;
  const names = new Map(data.map(({ id, name }) => [id, name]));
  const known = use.serves.map((id) => names.get(id) ?? id);
  const rest = known.length - NAMED;
  return (
    <Text fz={12} c="dimmed" className="lw-break" title={known.join(', ')}>
      {t('serviceAccounts.use.serves', { names: known.slice(0, NAMED).join(', ') })}
      {rest > 0 && ` ${t('serviceAccounts.use.more', { count: rest })}`}
    </Text>
  );
}
