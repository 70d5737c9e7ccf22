import { Anchor, Button, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link, Navigate } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { useTwoFactorStatusQuery } from '../../shared/api/two-factor.ts';
import { useSessionLost } from '../../shared/api/use-session-lost.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { useAskVerifyIdentityMutation } from './api.ts';
import { loginPath } from './login-path.ts';
import { GuestFrame } from '../../shared/ui/guest-frame.tsx';

function Asked() {
  const { t } = useTexts();
  return (
    <GuestFrame title={t('identity.asked_title')}>
      <Text role="status">{t('identity.asked')}</Text>
      <Text c="dimmed">{t('identity.asked_next')}</Text>
      <Button component={Link} to="/" size="sm">
        {t('identity.home')}
      </Button>
    </GuestFrame>
  );
}

/** /login/identity: a person without a second factor asks colleagues to approve their identity. */
export function IdentityCheckPage() {
  const { t } = useTexts();
  const lost = useSessionLost();
  const { data, error, refetch } = useTwoFactorStatusQuery();
  const [ask, asking] = useAskVerifyIdentityMutation();
  if (lost) return <Navigate to={loginPath(null, data !== undefined)} replace />;
  // A pending set-up needs no approval.
  if (data?.due === false || data?.active === false) return <Navigate to="/" replace />;
  if (asking.isSuccess) return <Asked />;
  return (
    <GuestFrame title={t('identity.ask_title')}>
      {data === undefined && error === undefined && <SkeletonRows rows={2} height={36} />}
      {data === undefined && error !== undefined && (
        <ProblemBlock title={t('twoFactor.status_failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <Text c="dimmed">{t('identity.ask_lead')}</Text>
          {asking.error !== undefined && <ProblemBlock title={t('identity.ask_failed')} problem={toProblem(asking.error)} />}
          <Button size="sm" loading={asking.isLoading} onClick={() => void ask()}>
            {t('identity.ask')}
          </Button>
        </>
      )}
      <Anchor component={Link} to="/login/second-factor">
        {t('identity.ask_back')}
      </Anchor>
    </GuestFrame>
  );
}
