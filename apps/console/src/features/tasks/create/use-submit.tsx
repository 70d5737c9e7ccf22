import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type Problem, toProblem } from '../../../shared/api/problem.ts';
import { notifyFailure, notifySuccess } from '../../../shared/ui/notify.tsx';
import { useCreateTaskMutation } from '../api.ts';
import { DroppedNote } from './dropped-note.tsx';
import { toBody } from './to-body.ts';
import type { CreateForm } from './use-create-form.ts';

/** After a creation the list shows after so long (spec/2-tasks section 9). */
const REDIRECT_MS = 1500;

/** Sends the form; its faults, ours and the server's, end at the fields. */
export function useSubmit(form: CreateForm) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateTaskMutation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Who went elsewhere in the meantime is not pulled back.
  useEffect(() => () => clearTimeout(timer.current), []);
  const submit = async () => {
    const draft = form.finish();
    setProblem(null);
    if (draft === null) return notifyFailure(t('create.failed'), t('create.check_form'));
    const { data, error } = await create(toBody(draft));
    if (data === undefined) {
      const refused = toProblem(error);
      setProblem(refused);
      form.setFaults(refused.fields);
      return undefined;
    }
    form.clear();
    setDone(true);
    notifySuccess(t('create.created'));
    if (data.dropped.length > 0) notifyFailure(t('create.created'), <DroppedNote dropped={data.dropped} />);
    timer.current = setTimeout(() => void navigate('/tasks'), REDIRECT_MS);
    return undefined;
  };
  return { submit, problem, busy: isLoading || done };
}
