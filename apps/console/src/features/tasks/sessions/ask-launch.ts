import type { Translate } from '../../../shared/i18n/translate.ts';
import { ask } from '../../../shared/ui/ask.ts';
import type { SessionView } from './use-session.ts';

/** Asks before a start that uses a launch; every other start needs no question. */
export async function askLaunch(session: SessionView, t: Translate): Promise<boolean> {
  if (session.kind !== 'none' || session.left === 0) return true;
  return ask({
    title: t('tasks.session.open_title'),
    text: t('tasks.session.open_text', { left: session.left, days: session.days }),
    confirm: t('tasks.session.open_confirm'),
    cancel: t('common.cancel'),
  });
}
