import { once } from 'node:events';
import { createServer } from 'node:http';

/** A site of one vendor, as its console would list it. */
export interface VerifiedSite {
  readonly secret: string;
  /** Tokens that the vendor gave to people, each valid once; with the score where the vendor returns one. */
  readonly tokens: ReadonlyMap<string, number | undefined>;
}

export interface SiteVerify {
  readonly url: string;
  /** Addresses that were sent with the tokens. */
  readonly addresses: readonly string[];
  /** Answers like a vendor that is down: no JSON. */
  breakDown(broken: boolean): void;
  close(): Promise<void>;
}

/**
 * The `siteverify` call of reCAPTCHA, hCaptcha and Turnstile, which share its shape: a form with `secret`, `response` and
 * `remoteip`; the answer has `success`, `challenge_ts`, `hostname`, `error-codes`, and a `score` where there is one.
 */
export async function startSiteVerify(site: VerifiedSite): Promise<SiteVerify> {
  const used = new Set<string>();
  const addresses: string[] = [];
  let broken = false;
  const verify = (form: URLSearchParams): object => {
    const refuse = (...codes: string[]) => ({ success: false, 'error-codes': codes });
    if (form.get('secret') !== site.secret) return refuse('invalid-input-secret');
    const token = form.get('response') ?? '';
    if (token === '') return refuse('missing-input-response');
    addresses.push(form.get('remoteip') ?? '');
    if (used.has(token)) return refuse('timeout-or-duplicate');
    if (!site.tokens.has(token)) return refuse('invalid-input-response');
    used.add(token);
    const score = site.tokens.get(token);
    return {
      success: true,
      challenge_ts: new Date().toISOString(),
      hostname: 'leakwatch.example',
      ...(score !== undefined && { score, action: 'submit' }),
    };
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (broken) return void response.writeHead(502).end('<html>Bad gateway</html>');
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
      if (request.method !== 'POST' || !isForm) return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(verify(new URLSearchParams(Buffer.concat(parts).toString('utf8')))));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/siteverify`,
    addresses,
    breakDown: (value) => {
      broken = value;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
