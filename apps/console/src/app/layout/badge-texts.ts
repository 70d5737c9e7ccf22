import { useTexts } from '../../shared/i18n/use-texts.ts';
import { capCount } from '../../shared/lib/paging.ts';
import type { MenuEntry } from '../../shared/lib/feature.ts';

/** How the badge of a menu entry reads: at most `999+` on screen, and in words for a screen reader. */
export function useBadgeTexts(): (badge: NonNullable<MenuEntry['badge']>, count: number) => { shown: string; spoken: string } {
  const { t } = useTexts();
  return (badge, count) => {
    const shown = capCount(count);
    const capped = count > 999 ? ` (${t('common.nav.capped')})` : '';
    return { shown, spoken: t(`common.nav.badge_${badge}`, { count, shown }) + capped };
  };
}
