/** Programs by their mark in a User-Agent. The order counts: Edge and Opera call themselves Chrome, Chrome calls itself Safari. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
/** Android says Linux as well, an iPhone says Mac OS X. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const MAX_RAW = 60;

/** A browser and its system in two words; what is no known browser as it calls itself, shortened. Empty when it says nothing. */
export function deviceName(userAgent: string): string {
  const find = (table: typeof PROGRAMS) => table.find(([mark]) => mark.test(userAgent))?.[1];
  const program = find(PROGRAMS);
  if (program === undefined) return userAgent.slice(0, MAX_RAW);
  const system = find(SYSTEMS);
  return system === undefined ? program : `${program}, ${system}`;
}
