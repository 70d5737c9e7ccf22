import type { ReportRow } from '@leakwatch/contracts';
import type { ReportStatus } from '@leakwatch/vocabulary';
import { Progress, Stack, Text } from '@mantine/core';
import { CheckCircleIcon, CircleSlashIcon, ClockIcon, type Icon, SyncIcon, XCircleIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { formatNumber } from '../../shared/lib/numbers.ts';
import { Tag, type TagTone } from '../../shared/ui/tag.tsx';

const LOOKS: Readonly<Record<ReportStatus, { readonly tone: TagTone; readonly icon: Icon }>> = {
  enqueued: { tone: 'info', icon: ClockIcon },
  processing: { tone: 'in_progress', icon: SyncIcon },
  ready: { tone: 'fixed', icon: CheckCircleIcon },
  deleted: { tone: 'false', icon: CircleSlashIcon },
};

/** The state and progress of a report. */
export function ReportState({ report }: { report: ReportRow }) {
  const { t, locale } = useTexts();
  const { report_status: status, rows_written: written, rows_total: total, fault } = report;
  const number = (value: number) => formatNumber(value, locale);
  const { tone, icon: Picture } = fault === null ? LOOKS[status] : { tone: 'open' as const, icon: XCircleIcon };
  const isProcessing = status === 'processing' && total !== null;
  return (
    <Stack gap={4} align="flex-start">
      <Tag tone={tone} icon={<Picture size={12} />}>
        {fault === null ? t(`reports.status.${status}`) : t(`reports.fault.${fault}`)}
      </Tag>
      {isProcessing && (
        <>
          <Text c="dimmed">{t('reports.progress', { written: number(written), total: number(total) })}</Text>
          <Progress
            w={140}
            size="sm"
            value={total === 0 ? 100 : (written / total) * 100}
            aria-label={t('reports.progress', { written: number(written), total: number(total) })}
          />
        </>
      )}
      {status === 'ready' && <Text c="dimmed">{t('reports.rows', { count: written, shown: number(written) })}</Text>}
    </Stack>
  );
}
