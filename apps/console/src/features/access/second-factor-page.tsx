import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useDispatch } from 'react-redux';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { api } from '../../shared/api/api.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { sessionFound } from '../../shared/api/session-state.ts';
import { useTwoFactorStatusQuery } from '../../shared/api/two-factor.ts';
import { useSessionLost } from '../../shared/api/use-session-lost.ts';
import { safeNext } from '../../shared/lib/safe-href.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { RecoveryCodes } from '../../shared/ui/second-factor/recovery-codes.tsx';
import { SetUp } from '../../shared/ui/second-factor/set-up.tsx';
import { CodeStep } from './code-step.tsx';
import { loginPath } from './login-path.ts';
import { GuestFrame } from '../../shared/ui/guest-frame.tsx';

/** The page between password and console: asks for a code, or sets up a required second factor. */
export function SecondFactorPage() {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const [params] = useSearchParams();
  const lost = useSessionLost();
  const { data, error, refetch } = useTwoFactorStatusQuery();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const next = params.get('next');
  const enter = () => {
    dispatch(sessionFound());
    // Reloads everything; the status then says that no factor is pending.
    dispatch(api.util.resetApiState());
  };
  if (lost) return <Navigate to={loginPath(next, data !== undefined)} replace />;
  if (codes.length > 0) {
    const proceed = () => {
      setCodes([]);
      enter();
    };
    return (
      <GuestFrame title={t('twoFactor.codes')}>
        <RecoveryCodes codes={codes} proceed={t('twoFactor.proceed')} onProceed={proceed} />
      </GuestFrame>
    );
  }
  if (data?.due === false) return <Navigate to={safeNext(next)} replace />;
  const setsUp = data?.active === false;
  return (
    <GuestFrame title={t(setsUp ? 'twoFactor.set_up_title' : 'twoFactor.code_title')}>
      {data === undefined && error === undefined && <SkeletonRows rows={2} height={36} />}
      {data === undefined && error !== undefined && (
        <ProblemBlock title={t('twoFactor.status_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {setsUp && <SetUp onDone={setCodes} />}
      {data?.active === true && <CodeStep onPassed={enter} />}
      <Anchor component={Link} to="/logout">
        {t('twoFactor.leave')}
      </Anchor>
    </GuestFrame>
  );
}
