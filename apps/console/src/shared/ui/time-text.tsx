import { useTexts } from '../i18n/use-texts.ts';
import { describeZone, formatDateTime, formatDay, formatRelative } from '../lib/dates.ts';
import { useNow } from '../lib/use-now.ts';

const MINUTE_MS = 60_000;

/** The line break between date and time, where there is no room. */
const NO_BREAK = { whiteSpace: 'nowrap' } as const;

/** How long ago a moment was. */
export function AgoText({ at }: { at: string }) {
  const { locale } = useTexts();
  const now = useNow(MINUTE_MS);
  return <span style={NO_BREAK}>{formatRelative(new Date(at), now, locale)}</span>;
}

/** A moment in local time with the zone on hover and, where asked, how long ago it was. */
export function TimeText({ at, relative = false }: { at: string; relative?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={describeZone(date)} style={{ fontVariantNumeric: 'tabular-nums' }}>
      <span style={NO_BREAK}>{formatDateTime(date)}</span>
      {relative && (
        <>
          {' · '}
          <AgoText at={at} />
        </>
      )}
    </time>
  );
}

/** The day of a moment in local time; the whole moment on hover. */
export function DayText({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatDateTime(date)}>
      {formatDay(date)}
    </time>
  );
}
