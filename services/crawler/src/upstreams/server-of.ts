/** Host and port to which a proxy must connect for an address of http or https. */
export function serverOf(address: string): { readonly host: string; readonly port: number } {
  const { hostname, port, protocol } = new URL(address);
  const usual = protocol === 'http:' ? 80 : 443;
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? usual : Number(port) };
}
