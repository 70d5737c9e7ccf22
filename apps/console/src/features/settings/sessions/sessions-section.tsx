import { Button, Table, Text } from '@mantine/core';
import type { OwnSession } from '@leakwatch/contracts';
import { useTranslation } from 'react-i18next';
import { toProblem } from '../../../shared/api/problem.ts';
import { useCodeTexts } from '../../../shared/i18n/problem-text.ts';
import { ask } from '../../../shared/ui/ask.tsx';
import { ProblemBlock, SkeletonRows } from '../../../shared/ui/blocks.tsx';
import { notifyFailure, notifySuccess } from '../../../shared/ui/notify.tsx';
import { useEndOtherSessionsMutation, useEndSessionMutation, useListSessionsQuery } from '../api.ts';
import { Section } from '../section.tsx';
import { SessionRow } from './session-row.tsx';

function SessionTable({ sessions }: { sessions: readonly OwnSession[] }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const [endSession, one] = useEndSessionMutation();
  const [endOthers, others] = useEndOtherSessionsMutation();
  const after = (work: Promise<unknown>, done: string) =>
    work.then(
      () => notifySuccess(done),
      (error: unknown) => notifyFailure(t('settings.sessions.end_failed'), texts.problem(toProblem(error))),
    );
  const askOthers = async () => {
    const question = { title: t('settings.sessions.end_others'), text: t('settings.sessions.end_others_text') };
    const agreed = await ask({ ...question, confirm: t('settings.sessions.end_others'), cancel: t('common.cancel') });
    if (agreed) await after(endOthers().unwrap(), t('settings.sessions.ended_others'));
  };
  return (
    <>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('settings.sessions.device')}</Table.Th>
            <Table.Th>{t('settings.sessions.began')}</Table.Th>
            <Table.Th>{t('settings.sessions.active')}</Table.Th>
            <Table.Th>
              <span className="lw-hidden">{t('settings.sessions.end')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={one.isLoading && one.originalArgs === session.id}
              onEnd={() => void after(endSession(session.id).unwrap(), t('settings.sessions.ended'))}
            />
          ))}
        </Table.Tbody>
      </Table>
      {sessions.length > 1 ? (
        <div>
          <Button variant="default" loading={others.isLoading} onClick={() => void askOthers()}>
            {t('settings.sessions.end_others')}
          </Button>
        </div>
      ) : (
        <Text c="dimmed">{t('settings.sessions.alone')}</Text>
      )}
    </>
  );
}

/** Where this account is signed in. */
export function SessionsSection() {
  const { t } = useTranslation();
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
