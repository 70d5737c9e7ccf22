import { ANSWER_MS } from '@leakwatch/contracts';
import { Alert, Button, Loader, Skeleton, Stack, Text, Title } from '@mantine/core';
import { AlertIcon, SyncIcon } from '@primer/octicons-react';
import { useInterval, useTimeout } from '@mantine/hooks';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../i18n/use-texts.ts';
import type { Problem } from '../api/problem.ts';
import { focusHeading, heldBy } from '../lib/focus-heading.ts';
import { FailureText } from './failure-text.tsx';

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

/** Between two automatic tries, in milliseconds. */
const RETRY_MS = 10_000;
/** The browser has no answer, or a proxy or the gateway none of the service: a later one may succeed. */
const isPassing = ({ status, code }: Problem) =>
  [0, 502, 503, 504].includes(status) && ['network', 'internal', 'unavailable'].includes(code);

/** A failure in place: what failed, why, the request id, and a way to try again. A passing failure is tried again by itself. */
export function ProblemBlock({ title, problem, onRetry }: { title: string; problem: Problem; onRetry?: () => void }) {
  const { t } = useTexts();
  const retries = onRetry !== undefined && isPassing(problem);
  const { start, stop } = useInterval(() => onRetry?.(), RETRY_MS);
  useEffect(() => {
    if (retries) start();
    return stop;
  }, [retries, start, stop]);
  // What the button asked for is awaited until there is another problem, or this block is gone.
  const [asked, setAsked] = useState<Problem | null>(null);
  const isAsking = asked === problem;
  const { start: giveUp, clear } = useTimeout(() => setAsked(null), ANSWER_MS);
  const ask = () => {
    setAsked(problem);
    clear();
    giveUp();
    onRetry?.();
  };
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const block = root.current;
    // What was asked for takes the place of the block, and of the button that asked for it: the heading over it gets the focus.
    return () => {
      const { activeElement } = document;
      if (activeElement === null || block?.contains(activeElement) !== true) return;
      const held = heldBy(activeElement);
      setTimeout(() => focusHeading(held));
    };
  }, []);
  return (
    <Alert
      ref={root}
      variant="outline"
      color="red"
      icon={<AlertIcon />}
      title={title}
      role="alert"
      styles={{ title: { color: 'var(--mantine-color-error)' }, icon: { color: 'var(--mantine-color-error)' } }}
    >
      <FailureText problem={problem} />
      {retries && <Text c="dimmed">{t('common.retries')}</Text>}
      {onRetry !== undefined && (
        // Not disabled meanwhile: it would lose the focus, which then goes on to what was loaded.
        <Button mt="sm" variant="default" leftSection={isAsking ? <Loader size={16} /> : <SyncIcon />} aria-busy={isAsking} onClick={ask}>
          {t('common.retry')}
        </Button>
      )}
    </Alert>
  );
}

/** After this time without an answer, in milliseconds, the page says that the service is slow. */
const SLOW_MS = 8_000;

/** Placeholders of the size that the content will have. */
export function SkeletonRows({ rows, height }: { rows: number; height: number }) {
  const { t } = useTexts();
  const [isSlow, setSlow] = useState(false);
  useTimeout(() => setSlow(true), SLOW_MS, { autoInvoke: true });
  return (
    <Stack gap="sm" aria-busy="true">
      <Text role="status" c="dimmed" className={isSlow ? '' : 'lw-hidden'}>
        {t(isSlow ? 'common.slow' : 'common.loading')}
      </Text>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  );
}
