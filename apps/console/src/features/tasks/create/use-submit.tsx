import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.ts';
import { useNavigate } from 'react-router-dom';
import { type Problem, toProblem } from '../../../shared/api/problem.ts';
import { notifyFault, notifyProblem, notifySuccess, notifyWarning } from '../../../shared/ui/notify.tsx';
import { useIsHere } from '../../../shared/lib/use-is-here.ts';
import { useLazyGetTaskQuery } from '../../../shared/tasks/api.ts';
import { type Changed, isChanged } from '../../../shared/lib/changed-meanwhile.ts';
import { useCreateTaskMutation, useUpdateTaskMutation } from '../api.ts';
import { fromTask } from './draft/from-task.ts';
import { toBody } from './draft/to-body.ts';
import type { CreateForm } from './use-create-form.ts';
import type { AnswerOf, createTask } from '@leakwatch/contracts';
import { Stack, Text } from '@mantine/core';
import { DroppedNote } from '../../../shared/ui/dropped-note.tsx';

type Saved = AnswerOf<typeof createTask>;

const hasWarnings = ({ dropped, stream_only }: Saved): boolean => dropped.length + stream_only.length > 0;

/** What a saved task will not do, or do only in part. */
function SavedNote({ saved }: { saved: Saved }) {
  const { t } = useTexts();
  return (
    <Stack gap={4}>
      {saved.stream_only.length > 0 && (
        <Text className="lw-break">{t('create.form.stream_only_list', { expressions: saved.stream_only.join(', ') })}</Text>
      )}
      <DroppedNote dropped={saved.dropped} />
    </Stack>
  );
}

/** How long the success message shows before the next page opens; in milliseconds. */
const REDIRECT_MS = 1500;

/** Sends the form; faults found here or by the server show at the fields. `id`: the changed task, null for a new one. */
export function useSubmit(form: CreateForm, id: string | null) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [create, creating] = useCreateTaskMutation();
  const [update, updating] = useUpdateTaskMutation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const [read] = useLazyGetTaskQuery();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHere = useIsHere();
  // Does not navigate when the person has left the page meanwhile.
  useEffect(() => () => clearTimeout(timer.current), []);
  const failed = id === null ? t('create.failed') : t('create.form.update_failed');
  const saved = id === null ? t('create.created') : t('create.form.updated');
  const next = id === null ? '/tasks' : `/${form.kind === 'git_monitoring' ? 'git_monitoring' : 'task'}/${id}`;
  const submit = async () => {
    const draft = form.finish();
    setProblem(null);
    setLoaded(false);
    if (draft === null) return notifyFault(failed, t('create.check_form'));
    const body = toBody(draft, form.kind);
    const { data, error } = await (id === null
      ? create(body)
      : update({ id, body: { ...body, ...(form.version !== null && { edit_version: form.version }) } }));
    if (data === undefined) {
      const refused = toProblem(error);
      if (!isHere()) notifyProblem(failed, refused);
      setProblem(refused);
      form.setFaults(refused.fields);
      return undefined;
    }
    form.close();
    setDone(true);
    if (hasWarnings(data)) notifyWarning(saved, <SavedNote saved={data} />);
    else notifySuccess(saved);
    if (isHere()) timer.current = setTimeout(() => void navigate(next), REDIRECT_MS);
    return undefined;
  };
  /** Reads what the other person saved. */
  const load = async () => {
    if (id === null) return;
    const { data, error } = await read(id);
    if (data === undefined) return setProblem(toProblem(error));
    form.load({ version: data.edit_version, draft: fromTask(data) });
    setProblem(null);
    setLoaded(true);
  };
  const isRefused = isChanged(problem);
  const changed: Changed | null = isRefused || loaded ? { problem: isRefused ? problem : null, load: () => void load() } : null;
  return { submit, problem: isRefused ? null : problem, changed, failed, busy: creating.isLoading || updating.isLoading || done, done };
}
