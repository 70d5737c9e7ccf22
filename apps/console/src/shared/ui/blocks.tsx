import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { AlertIcon, SyncIcon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../api/problem.ts';
import { useCodeTexts } from '../i18n/problem-text.ts';

/** Replaces missing content: says that there is none and what to do next. */
export function EmptyBlock({
  title,
  hint,
  children,
  level = 2,
}: {
  title: string;
  hint?: string;
  children?: ReactNode;
  level?: 1 | 2 | 3;
}) {
  return (
    <Stack align="center" gap="sm" py={48} px="lg" ta="center">
      <Title order={level} size="h2">
        {title}
      </Title>
      {hint !== undefined && (
        <Text c="dimmed" maw={460}>
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}

/** A failure in place: what failed, why, the request id, and a way to try again. */
export function ProblemBlock({ title, problem, onRetry }: { title: string; problem: Problem; onRetry?: () => void }) {
  const { t } = useTranslation();
  const texts = useCodeTexts();
  return (
    <Alert
      variant="outline"
      color="red"
      icon={<AlertIcon />}
      title={title}
      role="alert"
      styles={{ title: { color: 'var(--mantine-color-error)' }, icon: { color: 'var(--mantine-color-error)' } }}
    >
      <Text>{texts.problem(problem)}</Text>
      {problem.requestId !== null && (
        <Text c="dimmed" className="lw-break">
          {t('common.request_id', { id: problem.requestId })}
        </Text>
      )}
      {onRetry !== undefined && (
        <Button mt="sm" variant="default" leftSection={<SyncIcon />} onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Alert>
  );
}

/** Placeholders of the size that the content will have. */
export function SkeletonRows({ rows, height }: { rows: number; height: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" aria-busy="true">
      <span className="lw-hidden" role="status">
        {t('common.loading')}
      </span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}
