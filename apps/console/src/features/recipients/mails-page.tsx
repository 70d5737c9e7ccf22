import { Alert, Button, Group, Text } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useSearchParams } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { FailureText } from '../../shared/ui/failure-text.tsx';
import { GuestFrame } from '../../shared/ui/guest-frame.tsx';
import { useAnswerRecipientMutation, useCheckRecipientCodeQuery } from './api.ts';

interface Props {
  readonly code: string;
  readonly organisation: string;
  readonly wanted: boolean;
}

/** A person decides by a button: programs that check the links of mails open pages, and must not decide. */
function Decision({ code, organisation, wanted }: Props) {
  const { t } = useTexts();
  const [answer, { isLoading, error, originalArgs }] = useAnswerRecipientMutation();
  const [decided, setDecided] = useState<boolean | null>(null);
  const decide = async (wish: boolean) => {
    const { error: refused } = await answer({ code, wanted: wish });
    if (refused === undefined) setDecided(wish);
  };
  const isWanted = decided ?? wanted;
  const stop = (
    <Button variant="default" loading={isLoading && originalArgs?.wanted === false} onClick={() => void decide(false)}>
      {t(isWanted ? 'recipients.stop' : 'recipients.refuse')}
    </Button>
  );
  const start = (
    <Button loading={isLoading && originalArgs?.wanted === true} onClick={() => void decide(true)}>
      {t('recipients.confirm')}
    </Button>
  );
  return (
    <>
      <Text role="status" className="lw-break">
        {decided === null
          ? t(wanted ? 'recipients.lead_stop' : 'recipients.lead_confirm', { organisation })
          : t(decided ? 'recipients.confirmed' : 'recipients.stopped', { organisation })}
      </Text>
      {error !== undefined && (
        <Alert color="red" role="alert">
          <FailureText problem={toProblem(error)} />
        </Alert>
      )}
      <Group gap="sm">
        {!isWanted && start}
        {decided !== false && stop}
      </Group>
    </>
  );
}

/** /mails?code=: a recipient without an account confirms the address, or stops the mails. */
export function MailsPage() {
  const { t } = useTexts();
  const [params] = useSearchParams();
  const code = params.get('code') ?? '';
  const { data, error, refetch } = useCheckRecipientCodeQuery(code === '' ? skipToken : { code });
  const problem = error === undefined ? null : toProblem(error);
  const refused = code === '' || problem?.status === 400;
  return (
    <GuestFrame title={t('recipients.title')}>
      {refused && (
        <>
          <Text role="alert">{t('recipients.invalid')}</Text>
          <Text c="dimmed">{t('recipients.invalid_hint')}</Text>
        </>
      )}
      {!refused && problem !== null && <ProblemBlock title={t('recipients.away')} problem={problem} onRetry={() => void refetch()} />}
      {!refused && problem === null && data === undefined && <SkeletonRows rows={3} height={28} />}
      {!refused && data !== undefined && <Decision code={code} {...data} />}
    </GuestFrame>
  );
}
