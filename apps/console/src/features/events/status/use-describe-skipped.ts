import { useTexts } from '../../../shared/i18n/use-texts.ts';
import type { ChangeAnswer } from './change-api.ts';

const SKIP_REASONS = ['not_found', 'same_status', 'not_allowed'] as const;

/** Says which events kept their status and why, or how many are left; null where all changed. */
export function useDescribeSkipped(): (answer: Pick<ChangeAnswer, 'skipped' | 'left'>) => string | null {
  const { t } = useTexts();
  return ({ skipped, left }) => {
    if (left > 0) return t('events.change.left', { count: left });
    if (skipped.length === 0) return null;
    const counts = SKIP_REASONS.map((reason) => [reason, skipped.filter((one) => one.reason === reason).length] as const);
    const reasons = counts.filter(([, number]) => number > 0).map(([reason, number]) => t(`events.change.skip.${reason}`, { number }));
    return t('events.change.skipped', { reasons: reasons.join(', ') });
  };
}
