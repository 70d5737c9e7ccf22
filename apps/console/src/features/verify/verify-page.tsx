import { Container, Paper, Stack, Title } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useSearchParams } from 'react-router-dom';
import { type Problem, toProblem } from '../../shared/api/problem.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { notifyBriefly } from '../../shared/ui/notify.tsx';
import { PageTitle } from '../../shared/ui/page-title.tsx';
import { AnswerForm } from './answer-form.tsx';
import { useCheckIdentityCodeQuery } from './api.ts';
import { Answered, VerifyFailed } from './outcomes.tsx';

/** A link without a code is refused without a call. */
const NO_CODE: Problem = { status: 400, code: 'identity_code_invalid', requestId: null, fields: {}, details: {} };

type State = { readonly is: 'open' } | { readonly is: 'accepted' | 'declined' } | { readonly is: 'failed'; readonly problem: Problem };

const TITLES = {
  open: 'identity.title',
  accepted: 'identity.accepted_title',
  declined: 'identity.declined_title',
  failed: 'identity.failed_title',
} as const;

/** /verify?code=: a colleague or staff approves or declines an identity. Signing in leads back here. */
export function VerifyPage() {
  const { t } = useTexts();
  const [params] = useSearchParams();
  const code = params.get('code') ?? '';
  const { data, error, refetch } = useCheckIdentityCodeQuery(code === '' ? skipToken : { code });
  const [answered, setAnswered] = useState<State>({ is: 'open' });
  const problem = code === '' ? NO_CODE : error === undefined ? null : toProblem(error);
  const isRefused = problem?.status === 400;
  const state: State = answered.is === 'open' && isRefused ? { is: 'failed', problem } : answered;
  const hasFailed = state.is === 'failed';
  useEffect(() => {
    if (hasFailed) notifyBriefly(t('identity.check_failed'));
  }, [hasFailed, t]);
  return (
    <Container size={560} py={48} px={0}>
      <PageTitle title={t(TITLES[state.is])} />
      <Paper withBorder p="xl" radius="lg">
        <Stack gap="lg">
          <Title order={1}>{t(TITLES[state.is])}</Title>
          {(state.is === 'accepted' || state.is === 'declined') && <Answered outcome={state.is} />}
          {state.is === 'failed' && <VerifyFailed problem={state.problem} />}
          {state.is === 'open' && problem !== null && (
            <ProblemBlock title={t('identity.check_away')} problem={problem} onRetry={() => void refetch()} />
          )}
          {state.is === 'open' && problem === null && data === undefined && <SkeletonRows rows={3} height={28} />}
          {state.is === 'open' && problem === null && data !== undefined && (
            <AnswerForm
              code={code}
              requester={data}
              onAnswered={(is) => setAnswered({ is })}
              onFailed={(why) => setAnswered({ is: 'failed', problem: why })}
            />
          )}
        </Stack>
      </Paper>
    </Container>
  );
}
