const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The id that an address has under a name; null when it is none. */
export function readId(params: URLSearchParams, name: string): string | null {
  const value = params.get(name);
  return value !== null && UUID.test(value) ? value : null;
}
