/** The icon for wrapped lines, which octicons do not have. */
export function WordWrapIcon() {
  return (
    <svg width={16} height={16} viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth={1.5} aria-hidden="true">
      <path d="M2 3.500h12M2 8h9.500a2.250 2.250 0 0 1 0 4.500H8M2 12.500h2M10 10.500l-2 2 2 2" />
    </svg>
  );
}
