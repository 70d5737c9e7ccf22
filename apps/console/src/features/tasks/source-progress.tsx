import type { TaskRow } from '@leakwatch/contracts';
import { Group, Progress, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useSourceFault } from '../../shared/i18n/use-source-fault.ts';
import { AccountsLink } from '../../shared/ui/accounts-link.tsx';
import { formatDateTime } from '../../shared/lib/dates.ts';
import { SourceIcon } from '../../shared/ui/source-icon.tsx';

type Source = TaskRow['sources'][number];

/** What cannot be read, why, and since when. */
function Failing({ failing: { since, error_code: code, parts_failed: failed, parts } }: { failing: NonNullable<Source['failing']> }) {
  const { t } = useTexts();
  const faultText = useSourceFault();
  const why = code === null ? (failed > 0 ? '' : t('tasks.failing.again')) : faultText(code);
  return (
    <Text fz={12} mt={2} className="lw-break" style={{ color: 'var(--mantine-color-error)' }}>
      {[
        failed > 0 ? t('tasks.failing.parts', { failed, parts }) : t('tasks.failing.whole'),
        ...(why === '' ? [] : [why]),
        ...(since === null ? [] : [t('tasks.failing.since', { time: formatDateTime(new Date(since)) })]),
      ].join(' · ')}{' '}
      <AccountsLink code={code} />
    </Text>
  );
}

/** Since when the search makes no progress, and for what it waits. */
function Stalled({ stalled: { since, error_code: code } }: { stalled: NonNullable<Source['stalled']> }) {
  const { t } = useTexts();
  const faultText = useSourceFault();
  const why = faultText(code ?? 'turn');
  return (
    <Text fz={12} mt={2} c="dimmed" className="lw-break">
      {[t('tasks.stalled', { time: formatDateTime(new Date(since)) }), why].join(' · ')} <AccountsLink code={code} />
    </Text>
  );
}

/** The scan progress of a source; the bar turns green at 100, red while a part of the source cannot be read, and yellow while the search waits. */
export function SourceProgress({ source }: { source: Source }) {
  const { t } = useTexts();
  const name = t(`common.sources.${source.source_type}`);
  const color = source.failing !== null ? 'red' : source.stalled !== null ? 'yellow' : source.progress === 100 ? 'green' : 'accent';
  // Without progress it was never launched; with progress a launch was stopped.
  const state = source.state === 'idle' && source.progress > 0 ? 'stopped' : source.state;
  const activity = source.activity === null ? undefined : t('tasks.activity', { time: formatDateTime(new Date(source.activity)) });
  return (
    <div title={activity}>
      <Group gap="0 6px">
        <SourceIcon source={source.source_type} />
        <span style={{ whiteSpace: 'nowrap' }}>{name}</span>
        <Text span c="dimmed" inherit ml="auto" ta="right" style={{ whiteSpace: 'nowrap' }}>
          {`${t(`tasks.source_state.${state}`)} · ${source.progress}%`}
        </Text>
      </Group>
      <Progress.Root size={6} mt={4}>
        <Progress.Section value={source.progress} color={color} aria-label={t('tasks.progress', { source: name })} />
      </Progress.Root>
      {source.failing !== null && <Failing failing={source.failing} />}
      {source.failing === null && source.stalled !== null && <Stalled stalled={source.stalled} />}
    </div>
  );
}
