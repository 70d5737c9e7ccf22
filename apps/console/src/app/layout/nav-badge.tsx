import type { Settings } from '../../shared/api/settings.ts';
import type { MenuEntry } from '../../shared/lib/feature.ts';
import { useBadgeTexts } from './badge-texts.ts';
import classes from './top-bar.module.css';

/** How many there are of what a section has. */
export function NavBadge({ badge, settings }: { badge: NonNullable<MenuEntry['badge']>; settings: Settings }) {
  const badgeTexts = useBadgeTexts();
  const count = settings.counts[badge];
  if (count === 0) return null;
  const { shown, spoken } = badgeTexts(badge, count);
  return (
    <span className={classes['badge']} title={spoken}>
      <span aria-hidden="true">{shown}</span>
      <span className="lw-hidden">{spoken}</span>
    </span>
  );
}
