import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/problem.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';
import { CopyButton } from './copy-button.tsx';

/** Why something failed, and the request id where the server gave one. */
export function FailureText({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  const { requestId } = problem;
  return (
    <>
      <Text inherit>{texts.problem(problem)}</Text>
      {requestId !== null && (
        <Group gap={8}>
          <Text c="dimmed" inherit className="lw-break">
            {t('common.request_id', { id: requestId })}
          </Text>
          <CopyButton text={requestId} label={t('common.copy_request_id')} size="compact-sm" />
        </Group>
      )}
    </>
  );
}
