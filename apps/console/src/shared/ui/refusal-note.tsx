import { Alert } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { CopyRequestId } from './copy-request-id.tsx';

const ERROR = { icon: { color: 'var(--mantine-color-error)' } };

/** Why a form was not saved, where no field shows it: above its buttons, so that a message over the page does not cover them. */
export function RefusalNote({ title, text, requestId }: { title: string; text: string; requestId: string | null }) {
  return (
    <Alert variant="outline" color="red" icon={<AlertIcon />} role="alert" title={title} styles={ERROR}>
      {text}
      {requestId !== null && <CopyRequestId requestId={requestId} />}
    </Alert>
  );
}
