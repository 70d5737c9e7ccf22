import type { ReportRow } from '@leakwatch/contracts';
import { Anchor, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { toProblem } from '../../../shared/api/problem.ts';
import { hideNotice, notifyAction, notifyProblem } from '../../../shared/ui/notify.tsx';

/** How long messages about reports are shown; in milliseconds. */
const MESSAGE_MS = 2000;

interface Requested {
  readonly data?: ReportRow | undefined;
  readonly error?: unknown;
}

/** Says that a report was requested, with the way to it, or why it was not. */
export function showReport(result: Requested, t: TFunction, open: () => void): void {
  if (result.data === undefined) {
    const problem = toProblem(result.error);
    return void notifyProblem(t('events.report.failed', { status: problem.status }), problem);
  }
  const { id } = result.data;
  const follow = () => {
    hideNotice(id);
    open();
  };
  const message = (
    <Stack gap="xs" align="flex-start">
      <Text>{t('events.report.queued')}</Text>
      <Anchor component="button" onClick={follow}>
        {t('events.report.open')}
      </Anchor>
    </Stack>
  );
  notifyAction(id, message, MESSAGE_MS);
}
