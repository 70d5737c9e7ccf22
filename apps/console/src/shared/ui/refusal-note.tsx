import { Alert } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { type Problem, serverRequestId } from '../api/problem.ts';
import { failureTitle } from '../i18n/problem-text.ts';
import { CopyRequestId } from './copy-request-id.tsx';

const ERROR = { icon: { color: 'var(--mantine-color-error)' } };

/** Why a form was not saved, where no field shows it: above its buttons, so that a message over the page does not cover them. */
export function RefusalNote({ title, text, problem }: { title: string; text: string; problem: Problem | null }) {
  const requestId = serverRequestId(problem);
  return (
    <Alert variant="outline" color="red" icon={<AlertIcon />} role="alert" title={failureTitle(title, problem?.code)} styles={ERROR}>
      {text}
      {requestId !== null && <CopyRequestId requestId={requestId} />}
    </Alert>
  );
}
