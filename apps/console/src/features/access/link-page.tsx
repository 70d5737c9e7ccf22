import { Anchor, Text } from '@mantine/core';
import type { LinkPurpose } from '@leakwatch/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { toProblem } from '../../shared/api/problem.ts';
import { useCheckLinkCodeQuery } from '../../shared/passwords/api.ts';
import { ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { GuestFrame } from '../../shared/ui/guest-frame.tsx';
import { LinkPasswordForm } from './link-password-form.tsx';

/** How long the success message shows before the redirect; in milliseconds. */
const LEAD_ON_MS = 2000;

function CheckFailed({ purpose }: { purpose: LinkPurpose }) {
  const { t } = useTexts();
  return (
    <>
      <Text role="alert">{t('password.check_failed')}</Text>
      <Text c="dimmed">{t(`password.check_failed_hint.${purpose}`)}</Text>
      <Anchor component={Link} to={purpose === 'recovery' ? '/forgot' : '/login'}>
        {t(purpose === 'recovery' ? 'password.ask_again' : 'access.back')}
      </Anchor>
    </>
  );
}

/** Reloads the console, so that nothing of an earlier session stays in memory. */
function PasswordSet() {
  const { t } = useTexts();
  useEffect(() => {
    const timer = setTimeout(() => location.assign('/'), LEAD_ON_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Text role="status">{t('password.set_done')}</Text>
      <Anchor href="/">{t('access.submit')}</Anchor>
    </>
  );
}

/** /recovery?code= and /welcome?code=: checks the link, then asks for a new password. */
export function LinkPage({ purpose }: { purpose: LinkPurpose }) {
  const { t } = useTexts();
  const [params] = useSearchParams();
  const code = params.get('code') ?? '';
  const { data, error, refetch } = useCheckLinkCodeQuery(code === '' ? skipToken : { code });
  const [state, setState] = useState<'asking' | 'set' | 'refused'>('asking');
  const problem = error === undefined ? null : toProblem(error);
  const refused = code === '' || state === 'refused' || (problem !== null && problem.status === 400);
  return (
    <GuestFrame title={t(`password.title.${purpose}`)}>
      {state === 'set' && <PasswordSet />}
      {state !== 'set' && refused && <CheckFailed purpose={purpose} />}
      {state !== 'set' && !refused && problem !== null && (
        <ProblemBlock title={t('password.check_away')} problem={problem} onRetry={() => void refetch()} />
      )}
      {state !== 'set' && !refused && problem === null && data === undefined && <SkeletonRows rows={3} height={36} />}
      {state === 'asking' && !refused && data !== undefined && (
        <>
          <Text c="dimmed">{t(`password.lead.${purpose}`)}</Text>
          <LinkPasswordForm code={code} email={data.email} onSet={() => setState('set')} onRefused={() => setState('refused')} />
        </>
      )}
    </GuestFrame>
  );
}

export const RecoveryPage = () => <LinkPage purpose="recovery" />;
export const WelcomePage = () => <LinkPage purpose="welcome" />;
