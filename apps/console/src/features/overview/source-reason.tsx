import type { SourceCondition, SourceOverviewRow } from '@leakwatch/contracts';
import { Stack, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCurrentOrganisationQuery } from '../../shared/api/options.ts';
import { useServiceState } from '../../shared/api/service-state.ts';
import { useSourceFault } from '../../shared/i18n/use-source-fault.ts';
import { AccountsLink } from '../../shared/ui/accounts-link.tsx';
import { Tag, type TagTone } from '../../shared/ui/tag.tsx';
import { TimeText } from '../../shared/ui/time-text.tsx';

const TONES: Readonly<Record<SourceCondition, TagTone>> = {
  failing: 'open',
  waiting: 'in_progress',
  silent: 'in_progress',
  never: 'info',
  partial: 'medium',
  stopped: 'auto_filtered',
  well: 'fixed',
};

/** The code of why a source cannot be read, or waits. Without a reason of its own it waits for its turn. */
const codeOf = ({ condition, failing, error_code: code }: SourceOverviewRow): string | null => {
  if (condition === 'failing') return failing?.error_code ?? null;
  return condition === 'waiting' ? (code ?? 'turn') : null;
};

/** What the reader can do, or that nothing is needed. Texts of codes say so themselves. */
function useAdvice(row: SourceOverviewRow): string | null {
  const { t } = useTexts();
  const service = useServiceState();
  const trusted = useCurrentOrganisationQuery().data?.trusted ?? true;
  switch (row.condition) {
    case 'failing':
      return codeOf(row) === null ? t('overview.advice.failing') : null;
    case 'silent':
      return t('overview.advice.silent');
    case 'never':
      return t('overview.advice.never');
    case 'stopped':
      if (service !== 'running') return t(`service.refuses.${service}`);
      return t(trusted ? 'overview.advice.stopped' : 'overview.advice.stopped_untrusted');
    case 'partial':
      if (row.capped + row.unchecked > 0) return t('overview.advice.task');
      return row.incomplete > 0 ? t('overview.advice.incomplete') : null;
    default:
      return null;
  }
}

/** In which condition a source is, why, since when, and what the reader can do. */
export function SourceReason({ row }: { row: SourceOverviewRow }) {
  const { t } = useTexts();
  const faultText = useSourceFault();
  const advice = useAdvice(row);
  const { condition, failing, silent, silent_since: since, unread, unchecked, capped, incomplete } = row;
  const code = codeOf(row);
  const parts = [
    ...(condition === 'failing' && failing !== null && failing.parts_failed > 0
      ? [t('overview.reason.parts', { failed: failing.parts_failed, parts: failing.parts })]
      : []),
    ...(silent > 0 ? [t('overview.reason.silent', { count: silent })] : []),
    ...(unread > 0 ? [t('overview.reason.unread', { count: unread })] : []),
    ...(unchecked > 0 ? [t('overview.reason.unchecked', { count: unchecked })] : []),
    ...(capped > 0 ? [t('overview.reason.capped', { count: capped })] : []),
    ...(incomplete > 0 ? [t('overview.reason.incomplete', { count: incomplete })] : []),
  ];
  const at = condition === 'failing' ? (failing?.since ?? null) : condition === 'silent' ? since : null;
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={TONES[condition]}>{t(`overview.condition.${condition}`)}</Tag>
      {code !== null && (
        <Text size="sm">
          {faultText(code)} <AccountsLink code={code} />
        </Text>
      )}
      {parts.map((part) => (
        <Text key={part} size="sm">
          {part}
        </Text>
      ))}
      {advice !== null && <Text size="sm">{advice}</Text>}
      {at !== null && (
        <Text size="sm" c="dimmed">
          {t('overview.reason.since')} <TimeText at={at} relative />
        </Text>
      )}
    </Stack>
  );
}
