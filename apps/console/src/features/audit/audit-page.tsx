import { AUDIT_EXPORT_MAX, type AnswerOf, type searchAudit } from '@leakwatch/contracts';
import { Button, Group, Text } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { formatDateTime } from '../../shared/lib/dates.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { notifyProblem } from '../../shared/ui/notify.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useExportAuditMutation, useSearchAuditQuery } from './api.ts';
import { filtersOf } from './audit-filters.ts';
import { FilterBar } from './filter-bar.tsx';
import { RecordTable } from './record-table.tsx';

const CURSOR = /^\d{1,18}$/;

function ExportButton() {
  const { t } = useTexts();
  const [params] = useAddress();
  const [run, { isLoading }] = useExportAuditMutation();
  const download = async () => {
    const { error } = await run(filtersOf(params));
    if (error !== undefined) notifyProblem(t('audit.export_failed'), error);
  };
  return (
    <Button
      variant="default"
      leftSection={<DownloadIcon />}
      loading={isLoading}
      onClick={() => void download()}
      title={t('audit.export_hint', { count: AUDIT_EXPORT_MAX })}
    >
      {t('audit.export')}
    </Button>
  );
}

/** A page's records and the way to older ones. A search for a text stops from time to time, and says how far it looked. */
function Found({ found, isFirst }: { found: AnswerOf<typeof searchAudit>; isFirst: boolean }) {
  const { t } = useTexts();
  const [, change] = useAddress();
  const { results, next, searched_to: to } = found;
  return (
    <>
      {results.length === 0 && next === null && <EmptyBlock level={3} title={t('audit.nothing')} hint={t('audit.nothing_hint')} />}
      {results.length > 0 && <RecordTable records={results} />}
      {to !== null && <Text role="status">{t('audit.searched_to', { time: formatDateTime(new Date(to)) })}</Text>}
      <Group>
        {!isFirst && (
          <Button variant="default" onClick={() => change({ before: null })}>
            {t('audit.newest')}
          </Button>
        )}
        {next !== null && (
          <Button variant="default" onClick={() => change({ before: next })}>
            {to === null ? t('audit.older') : t('audit.search_on')}
          </Button>
        )}
      </Group>
    </>
  );
}

/** /settings/audit: what happened to accounts, and what staff did. The address holds the filters and where the page begins. */
export function AuditPage() {
  const { t } = useTexts();
  const [params] = useAddress();
  const cursor = params.get('before') ?? '';
  const before = CURSOR.test(cursor) ? { before: cursor } : {};
  const { currentData, error, refetch } = useSearchAuditQuery({ ...filtersOf(params), ...before }, { refetchOnMountOrArgChange: true });
  return (
    <Section title={t('audit.title')} lead={t('audit.lead')} action={<ExportButton />} wide>
      <FilterBar />
      {error !== undefined && <ProblemBlock title={t('audit.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />}
      {error === undefined && currentData === undefined && <SkeletonRows rows={8} height={48} />}
      {error === undefined && currentData !== undefined && <Found found={currentData} isFirst={cursor === ''} />}
    </Section>
  );
}
