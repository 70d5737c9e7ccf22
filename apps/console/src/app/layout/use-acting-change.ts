import { useEffect, useRef } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.ts';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { END_ACTING, useEndActingMutation } from '../../shared/api/acting.ts';
import { api } from '../../shared/api/api.ts';
import { actingIn, type WithSession } from '../../shared/api/session-state.ts';
import type { Settings } from '../../shared/api/settings.ts';
import { notifySuccess, notifyWarning } from '../../shared/ui/notify.tsx';

interface Shown {
  readonly id: string | null;
  readonly name: string;
}

/**
 * Staff begin and end to work in an organisation's name in any tab, and the hour ends by itself. When the settings say so, everything that was
 * read in the other name is forgotten, and the tab goes to the first page of the organisation, or back to the organisation's page of staff.
 */
export function useActingChange(settings: Settings | undefined, refetch: () => void): void {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const before = useRef<Shown | null>(null);
  const [, { isSuccess: endedHere }] = useEndActingMutation({ fixedCacheKey: END_ACTING });
  const refusals = useSelector(({ session }: WithSession) => session.actingRefusals);
  useEffect(() => {
    if (refusals > 0) refetch();
  }, [refusals, refetch]);
  useEffect(() => {
    if (settings === undefined) return;
    const was = before.current;
    const shown: Shown = { id: actingIn(settings), name: settings.organisation?.name ?? '' };
    before.current = shown;
    if (was === null || was.id === shown.id) return;
    dispatch(api.util.resetApiState());
    void navigate(shown.id === null ? `/settings/organisations/${was.id}` : '/', { replace: shown.id === null });
    if (was.id === null) return;
    const text = t('acting.ended', { name: was.name });
    if (endedHere) notifySuccess(text);
    else notifyWarning(t('acting.over'), text);
  }, [settings, endedHere, dispatch, navigate, t]);
}
