/** Programs by their mark in a User-Agent. The order matters: Edge and Opera also contain "Chrome", and Chrome contains "Safari". */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
/** Systems by their mark. Android also contains "Linux", and an iPhone contains "Mac OS X". */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_RAW = 60;

/** Browser and system. An unknown browser gives the beginning of its User-Agent; empty when there is none. */
export function deviceName(userAgent: string): string {
  const find = (table: typeof PROGRAMS) => table.find(([mark]) => mark.test(userAgent))?.[1];
  const program = find(PROGRAMS);
  if (program === undefined) return userAgent.slice(0, MAX_RAW);
  const system = find(SYSTEMS);
  return system === undefined ? program : `${program}, ${system}`;
}
