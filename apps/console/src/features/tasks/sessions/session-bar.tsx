import { Button, Group, Paper, Switch, Text } from '@mantine/core';
import { ClockIcon, PlayIcon, SquareFillIcon } from '@primer/octicons-react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { toProblem } from '../../../shared/api/problem.ts';
import { ask } from '../../../shared/ui/ask.ts';
import { notifyProblem, notifySuccess, notifyWarning } from '../../../shared/ui/notify.tsx';
import { useStartSessionMutation, useStopSessionMutation } from '../api.ts';
import { askLaunch } from './ask-launch.ts';
import { timeLeft } from './time-left.ts';
import type { SessionView } from './use-session.ts';

interface Selection {
  readonly on: boolean;
  readonly selected: readonly string[];
  readonly onMode: (on: boolean) => void;
  readonly onClear: () => void;
}

type Counted = Exclude<SessionView, { kind: 'not_counted' }>;

/** The state of the launch session and its actions; for tariffs that count launches. */
export function SessionBar({ session, selection }: { session: Counted; selection: Selection }) {
  const { t } = useTexts();
  const mayStart = session.kind === 'running' || (session.kind === 'none' && session.left > 0);
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('tasks.session.label')}>
      <Group justify="space-between" gap="sm">
        <SessionState session={session} />
        <Group gap="sm">
          <Switch
            label={t('tasks.session.mode')}
            checked={selection.on}
            disabled={!mayStart}
            onChange={(event) => selection.onMode(event.currentTarget.checked)}
          />
          {selection.on && mayStart && <RunSession session={session} selection={selection} />}
          {session.kind === 'running' && <StopSession company={session.organisation.id} />}
        </Group>
      </Group>
    </Paper>
  );
}

function SessionState({ session }: { session: Counted }) {
  const { t } = useTexts();
  if (session.kind === 'timeout') return <Text role="status">{t('tasks.session.timeout')}</Text>;
  if (session.kind === 'unknown') return <Text c="dimmed">{t('tasks.session.limits_failed')}</Text>;
  if (session.kind === 'none')
    return (
      <Text>{t(session.left === 0 ? 'tasks.session.none_left' : 'tasks.session.left', { left: session.left, limit: session.limit })}</Text>
    );
  const { days, time } = timeLeft(session.endTime, session.now);
  const left = days === 0 ? time : t('tasks.session.days', { days, time });
  return (
    <Group gap="xs">
      <ClockIcon size={16} />
      <Text fw={500}>{t('tasks.session.running')}</Text>
      {/* A screen reader that read every second would read nothing else. */}
      <Text c="dimmed" role="timer" aria-live="off" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {t('tasks.session.ends_in', { left })}
      </Text>
    </Group>
  );
}

function RunSession({ session, selection }: { session: Counted; selection: Selection }) {
  const { t } = useTexts();
  const [start, { isLoading }] = useStartSessionMutation();
  const { selected } = selection;
  const joins = session.kind === 'running';
  const run = async () => {
    if (selected.length === 0) return notifyWarning(t('tasks.session.start_failed'), t('tasks.session.select_tasks'));
    if (!(await askLaunch(session, t))) return undefined;
    const { error } = await start({ company: session.organisation.id, taskIds: selected });
    if (error !== undefined) {
      const problem = toProblem(error);
      // A selected task was deleted, perhaps on another page, where it could not be unselected.
      if (problem.status === 404) selection.onClear();
      return notifyProblem(t('tasks.session.start_failed'), problem);
    }
    selection.onClear();
    return notifySuccess(t(joins ? 'tasks.session.joined' : 'tasks.session.started'));
  };
  const number = selected.length;
  const label = joins ? t('tasks.session.join') : t('tasks.session.run');
  const counted = joins ? t('tasks.session.join_selected', { number }) : t('tasks.session.run_selected', { number });
  return (
    <Button leftSection={<PlayIcon size={14} />} loading={isLoading} onClick={() => void run()}>
      {number === 0 ? label : counted}
    </Button>
  );
}

function StopSession({ company }: { company: string }) {
  const { t } = useTexts();
  const [stop, { isLoading }] = useStopSessionMutation();
  const end = async () => {
    const agreed = await ask({
      title: t('tasks.session.stop_title'),
      text: t('tasks.session.stop_text'),
      confirm: t('tasks.session.stop'),
      cancel: t('common.cancel'),
    });
    if (!agreed) return;
    const { error } = await stop(company);
    if (error === undefined) notifySuccess(t('tasks.session.stopped'));
    else notifyProblem(t('tasks.session.stop_failed'), error);
  };
  return (
    <Button variant="default" leftSection={<SquareFillIcon size={14} />} loading={isLoading} onClick={() => void end()}>
      {t('tasks.session.stop')}
    </Button>
  );
}
