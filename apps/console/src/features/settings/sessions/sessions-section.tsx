import { Button, Text } from '@mantine/core';
import type { OwnSession } from '@leakwatch/contracts';
import { useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { ColumnTable } from '../../../shared/ui/column-table.tsx';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { useListSessionsQuery } from '../api.ts';
import { Section } from '../../../shared/ui/section.tsx';
import { EndDialog, type Ending } from './end-dialog.tsx';
import { SessionRow } from './session-row.tsx';

function SessionTable({ sessions }: { sessions: readonly OwnSession[] }) {
  const { t } = useTexts();
  const [ending, setEnding] = useState<Ending | null>(null);
  return (
    <>
      <ColumnTable
        minWidth={440}
        columns={[t('settings.sessions.device'), t('settings.sessions.began'), t('settings.sessions.active')].map((name) => ({ name }))}
        actions={t('settings.sessions.end')}
        plain
      >
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={(name) => setEnding({ id: session.id, name })} />
        ))}
      </ColumnTable>
      {sessions.length > 1 ? (
        <div>
          <Button variant="default" onClick={() => setEnding('others')}>
            {t('settings.sessions.end_others')}
          </Button>
        </div>
      ) : (
        <Text c="dimmed">{t('settings.sessions.alone')}</Text>
      )}
      {ending !== null && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

/** The sessions of this account. */
export function SessionsSection() {
  const { t } = useTexts();
  const { data, error, refetch } = useListSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Section title={t('settings.sessions.title')} lead={t('settings.sessions.lead')}>
      {data === undefined && error === undefined && <SkeletonRows rows={2} height={32} />}
      {error !== undefined && (
        <ProblemBlock title={t('settings.sessions.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && error === undefined && <SessionTable sessions={data} />}
    </Section>
  );
}
