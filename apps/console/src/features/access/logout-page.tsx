import { Center, Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { ProblemBlock } from '../../shared/ui/blocks.tsx';
import { toProblem } from '../../shared/api/problem.ts';
import { keepLooks } from '../../shared/lib/storage.ts';
import { useLogoutMutation } from './api.ts';

/** /logout: ends the session, then reloads the console so that nothing of it stays in memory. */
export function LogoutPage() {
  const { t } = useTexts();
  const [logout, { error }] = useLogoutMutation();
  const asked = useRef(false);
  const end = async () => {
    // The answer makes the browser clear its storage; language and scheme belong to the browser and are restored.
    const result = await keepLooks(logout());
    // 401: the session was already over.
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
