import type { Severity } from '@leakwatch/vocabulary';
import type { ReactNode } from 'react';
import classes from './tag.module.css';

/** Each tone has its colours for both schemes in base.css. */
export type TagTone = Severity | 'open' | 'in_progress' | 'fixed' | 'false' | 'blacklist' | 'auto_filtered' | 'info';

/** A state as icon and word, so that colour is never the only sign of it. */
export function Tag({ tone, icon, children, title }: { tone: TagTone; icon?: ReactNode; children: ReactNode; title?: string | undefined }) {
  const style = { color: `var(--lw-${tone}-fg)`, background: `var(--lw-${tone}-bg)` };
  return (
    <span className={classes['tag']} style={style} title={title}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
