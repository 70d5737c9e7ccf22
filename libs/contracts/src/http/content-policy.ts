import { BOT_CHECK_VENDORS, type BotCheckKind } from './access/bot-check.ts';

/** The console's Content-Security-Policy. Mantine sets styles at run time; scripts come from the console's files, and from the vendor of the bot check where one is configured. */
export function contentPolicy(check: BotCheckKind): string {
  const others = check === 'altcha' || check === 'off' ? [] : BOT_CHECK_VENDORS[check].origins;
  const from = (...sources: readonly string[]) => [...sources, ...others].join(' ');
  const frames = others.length === 0 ? '' : `frame-src ${others.join(' ')}; `;
  return (
    `default-src 'self'; script-src ${from("'self'")}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; ` +
    `connect-src ${from("'self'")}; ${frames}object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`
  );
}
