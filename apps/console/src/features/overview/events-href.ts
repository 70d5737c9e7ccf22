type Values = Readonly<Record<string, string | null>>;

/** The address of the list of events with these filters, named as on the wire; null and the usual status are left out. */
export function eventsHref(org: string | null, filters: Values): string {
  const set = Object.entries({ ...filters, org }).filter((pair): pair is [string, string] => pair[1] !== null);
  const query = new URLSearchParams(set.filter(([name, value]) => name !== 'status' || value !== 'open')).toString();
  return query === '' ? '/' : `/?${query}`;
}
