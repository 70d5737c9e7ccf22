import { useLocale } from '../i18n/use-locale.ts';
import { formatNumber } from '../lib/numbers.ts';

/** A number beside a name. */
export function CountBadge({ count }: { count: number }) {
  const locale = useLocale();
  const style = {
    color: 'var(--lw-false-fg)',
    background: 'var(--lw-false-bg)',
    borderRadius: 8,
    padding: '0 6px',
    fontSize: 12,
    lineHeight: '17px',
  };
  return <span style={style}>{formatNumber(count, locale)}</span>;
}
