import { describe, expect, it } from '@jest/globals';
import { behindGateway } from './listen-address.ts';

describe('where a service behind the gateway listens', () => {
  it('binds to its own host, not to the name that the others call', () => {
    expect(behindGateway({ SERVICE_HOST: '0.0.0.0' }, 'http://events:8104')).toEqual({ host: '0.0.0.0', port: 8104 });
  });

  it('knows the port of an address that names none', () => {
    expect(behindGateway({ SERVICE_HOST: '127.0.0.1' }, 'http://events').port).toBe(80);
  });
});
