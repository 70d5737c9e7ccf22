import type { TFunction } from 'i18next';
import { ask } from '../../../shared/ui/ask.tsx';
import type { SessionView } from './use-session.ts';

/** Before a start that consumes a launch the person is told so; every other start goes ahead. */
export async function askLaunch(session: SessionView, t: TFunction): Promise<boolean> {
  if (session.kind !== 'none' || session.left === 0) return true;
  return ask({
    title: t('tasks.session.open_title'),
    text: t('tasks.session.open_text', { left: session.left, days: session.days }),
    confirm: t('tasks.session.open_confirm'),
    cancel: t('common.cancel'),
  });
}
