import { Text } from '@mantine/core';
import type { Problem } from '../api/problem.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';
import { CopyRequestId } from './copy-request-id.tsx';

/** Why something failed, and the request id where the server gave one. */
export function FailureText({ problem }: { problem: Problem }) {
  const texts = useCodeTexts();
  const { requestId } = problem;
  return (
    <>
      <Text inherit>{texts.problem(problem)}</Text>
      {requestId !== null && <CopyRequestId requestId={requestId} />}
    </>
  );
}
