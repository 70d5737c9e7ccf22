import type { TaskRow } from '@leakwatch/contracts';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useCurrentOrganisationQuery } from '../../shared/api/options.ts';
import { useServiceState } from '../../shared/api/service-state.ts';
import { RunButton } from '../../shared/tasks/run-button.tsx';
import { askLaunch } from './sessions/ask-launch.ts';
import type { SessionView } from './sessions/use-session.ts';

interface Props {
  readonly task: Pick<TaskRow, 'id' | 'title' | 'status' | 'confirmed'>;
  readonly session: SessionView;
}

/** The button that starts and stops a task of the person's organisation. */
export function StartStop({ task, session }: Props) {
  const { t } = useTexts();
  const trusted = useCurrentOrganisationQuery().data?.trusted ?? true;
  // An unconfirmed task cannot be started, and at the end of a launch session the system stops the tasks itself.
  const waits = !trusted && !task.confirmed ? 'unconfirmed' : session.kind === 'timeout' ? 'session' : null;
  const service = useServiceState();
  const refused = service === 'running' || task.status ? undefined : t(`service.refuses.${service}`);
  const why = refused ?? (waits === null ? undefined : t(`tasks.cannot_start.${waits}`));
  return <RunButton task={task} disabled={why !== undefined} why={why} mayStart={() => askLaunch(session, t)} />;
}
