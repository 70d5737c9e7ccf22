type Value = string | number | boolean | undefined | readonly (string | number)[];

/** A query string: repeats a name for each of several values and leaves out empty ones. */
export function toQueryString(params: Readonly<Record<string, Value>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === '') continue;
    if (typeof value === 'object') for (const item of value) query.append(name, String(item));
    else query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
