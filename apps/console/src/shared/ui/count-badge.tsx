/** A number beside a name. */
export function CountBadge({ count }: { count: number }) {
  const style = {
    color: 'var(--lw-false-fg)',
    background: 'var(--lw-false-bg)',
    borderRadius: 8,
    padding: '0 6px',
    fontSize: 12,
    lineHeight: '17px',
  };
  return <span style={style}>{count}</span>;
}
