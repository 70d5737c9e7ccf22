const formats = new Map<string, Intl.NumberFormat>();

/** A number with the separators of a language: `12 345` with a no-break space in Russian, `12,345` in English. */
export function formatNumber(value: number, locale: string): string {
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale);
  formats.set(locale, format);
  return format.format(value);
}
