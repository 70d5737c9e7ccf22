import { Center, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemBlock } from '../../shared/ui/blocks.tsx';
import { toProblem } from '../../shared/api/problem.ts';
import { keepLooks } from '../../shared/lib/storage.ts';
import { useLogoutMutation } from './api.ts';

/** /logout: ends the session, then loads the console anew so that nothing of it stays in memory. */
export function LogoutPage() {
  const { t } = useTranslation();
  const [logout, { error }] = useLogoutMutation();
  const asked = useRef(false);
  const end = async () => {
    // The answer lets the browser drop what it stored; its language is nobody's but its own.
    const result = await keepLooks(logout());
    // Who is not signed in any more is where they wanted to be.
    if (result.error === undefined || toProblem(result.error).status === 401) location.assign('/login');
  };
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void end();
  });
  return (
    <Center mih="60vh" p="xl">
      {error === undefined ? (
        <Loader aria-label={t('common.loading')} />
      ) : (
        <ProblemBlock title={t('common.user.sign_out_failed')} problem={toProblem(error)} onRetry={() => void end()} />
      )}
    </Center>
  );
}
