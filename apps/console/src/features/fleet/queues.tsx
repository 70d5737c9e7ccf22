import type { QueueJob } from '@leakwatch/contracts';
import { JOB_STATES, type JobState, type JobStep } from '@leakwatch/vocabulary';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { toProblem } from '../../shared/api/problem.ts';
import { useAddress } from '../../shared/lib/use-address.ts';
import { usePaging } from '../../shared/lib/use-paging.ts';
import { POLLED } from '../../shared/pool/poll.ts';
import { ask } from '../../shared/ui/ask.ts';
import { EmptyBlock, ProblemBlock, SkeletonRows } from '../../shared/ui/blocks.tsx';
import { notifyProblem, notifySuccess } from '../../shared/ui/notify.tsx';
import { PagedList } from '../../shared/ui/paged-list.tsx';
import { StaleNote } from '../../shared/ui/stale-note.tsx';
import { Section } from '../../shared/ui/section.tsx';
import { useListJobsQuery, useListQueuesQuery, useRemoveJobMutation, useRetryJobMutation } from './api.ts';
import { JobTable } from './job-table.tsx';
import { QueueTable } from './queue-table.tsx';

/** Retries a job, or removes it after a question. */
function useStep(queue: string): (job: QueueJob, step: JobStep) => Promise<void> {
  const { t } = useTexts();
  const [retry] = useRetryJobMutation();
  const [remove] = useRemoveJobMutation();
  return async ({ id }, step) => {
    const question = { title: t('fleet.queue.remove_title'), text: t('fleet.queue.remove_text'), confirm: t('fleet.queue.step.remove') };
    if (step === 'remove' && !(await ask({ ...question, cancel: t('common.cancel') }))) return;
    const { error } = await (step === 'retry' ? retry : remove)({ queue, job: id });
    if (error === undefined) notifySuccess(t(`fleet.queue.done.${step}`));
    else notifyProblem(t(`fleet.queue.failed_to.${step}`), error);
  };
}

interface JobsProps {
  readonly queue: string;
  readonly state: JobState;
  readonly onState: (state: JobState) => void;
  readonly onClose: () => void;
}

function Jobs({ queue, state, onState, onClose }: JobsProps) {
  const { t } = useTexts();
  const paging = usePaging(undefined, 'job_');
  const query = useListJobsQuery({ queue, state, ...paging.asked }, POLLED);
  const step = useStep(queue);
  return (
    <>
      <Group gap="md">
        <Text fw={500}>{queue}</Text>
        <NativeSelect
          aria-label={t('fleet.state')}
          data={JOB_STATES.map((value) => ({ value, label: t(`fleet.queue.states.${value}`) }))}
          value={state}
          onChange={(event) => onState(JOB_STATES.find((one) => one === event.currentTarget.value) ?? state)}
        />
        <Button variant="default" onClick={onClose}>
          {t('fleet.queue.close')}
        </Button>
      </Group>
      <PagedList
        query={query}
        paging={paging}
        pages={t('fleet.queue.pages')}
        failed={t('fleet.queue.jobs_failed')}
        rowHeight={60}
        empty={<EmptyBlock level={3} title={t('fleet.queue.empty')} />}
      >
        {(jobs) => <JobTable jobs={jobs} onStep={(job, taken) => void step(job, taken)} />}
      </PagedList>
    </>
  );
}

/** What waits for the workers of all services. The address holds the queue that is open, the state and the page. */
export function Queues() {
  const { t } = useTexts();
  const [params, change] = useAddress();
  const { currentData, error, refetch, fulfilledTimeStamp } = useListQueuesQuery(undefined, POLLED);
  const queue = params.get('queue');
  const state = JOB_STATES.find((one) => one === params.get('jobs')) ?? 'waiting';
  const open = (wanted: string | null, jobs: JobState | null) => change({ queue: wanted, jobs, job_page: null });
  return (
    <Section title={t('fleet.queue.title')} lead={t('fleet.queue.lead')}>
      {currentData === undefined && error === undefined && <SkeletonRows rows={6} height={32} />}
      {currentData === undefined && error !== undefined && (
        <ProblemBlock title={t('fleet.queue.failed')} problem={toProblem(error)} onRetry={() => void refetch()} />
      )}
      {currentData !== undefined && error !== undefined && <StaleNote since={fulfilledTimeStamp} />}
      {currentData !== undefined && <QueueTable queues={currentData.queues} onOpen={open} />}
      {queue !== null && (
        <Jobs key={queue} queue={queue} state={state} onState={(wanted) => open(queue, wanted)} onClose={() => open(null, null)} />
      )}
    </Section>
  );
}
