import type { BotCheckVendor } from '@leakwatch/contracts';

/** The parts of the three vendors' scripts that are used here, as their documentation describes them. */
interface Recaptcha {
  ready(then: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}
interface Hcaptcha {
  render(container: HTMLElement, options: { sitekey: string; size: 'invisible' }): string;
  execute(widget: string, options: { async: true }): Promise<{ response: string }>;
  remove(widget: string): void;
}
interface Turnstile {
  render(container: HTMLElement, options: TurnstileOptions): string;
  remove(widget: string): void;
}
interface TurnstileOptions {
  readonly sitekey: string;
  readonly appearance: 'interaction-only';
  readonly callback: (token: string) => void;
  readonly 'error-callback': () => void;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
    hcaptcha?: Hcaptcha;
    turnstile?: Turnstile;
  }
}

/** Longer than a person needs for a vendor's question; after it a script that does not answer counts as failed. In milliseconds. */
const PATIENCE_MS = 120_000;

const loading = new Map<string, Promise<void>>();

function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known !== undefined) return known;
  const load = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(address);
      script.remove();
      reject(new Error('the script of the bot-check did not load'));
    };
    document.head.append(script);
  });
  loading.set(address, load);
  return load;
}

/** The element in which a vendor shows its question. */
function container(): HTMLElement {
  const found = document.getElementById('bot-check');
  if (found !== null) return found;
  const made = document.createElement('div');
  made.id = 'bot-check';
  document.body.append(made);
  return made;
}

const ASK: Readonly<Record<BotCheckVendor, (siteKey: string) => Promise<string>>> = {
  recaptcha: async (siteKey) => {
    const { grecaptcha } = window;
    if (grecaptcha === undefined) throw new Error('reCAPTCHA is not there');
    await new Promise<void>((resolve) => grecaptcha.ready(resolve));
    return grecaptcha.execute(siteKey, { action: 'submit' });
  },
  hcaptcha: async (siteKey) => {
    const { hcaptcha } = window;
    if (hcaptcha === undefined) throw new Error('hCaptcha is not there');
    const widget = hcaptcha.render(container(), { sitekey: siteKey, size: 'invisible' });
    try {
      return (await hcaptcha.execute(widget, { async: true })).response;
    } finally {
      hcaptcha.remove(widget);
    }
  },
  turnstile: (siteKey) =>
    new Promise((resolve, reject) => {
      const { turnstile } = window;
      if (turnstile === undefined) return reject(new Error('Turnstile is not there'));
      const widget: string = turnstile.render(container(), {
        sitekey: siteKey,
        appearance: 'interaction-only',
        callback: (token) => {
          turnstile.remove(widget);
          resolve(token);
        },
        'error-callback': () => {
          turnstile.remove(widget);
          reject(new Error('Turnstile gave no token'));
        },
      });
    }),
};

/** The address of a vendor's script with the parameters that it requires. */
const script = (vendor: BotCheckVendor, address: string, siteKey: string): string =>
  vendor === 'recaptcha' ? `${address}?render=${encodeURIComponent(siteKey)}` : `${address}?render=explicit`;

async function ask(vendor: BotCheckVendor, address: string, siteKey: string): Promise<string> {
  await loadScript(script(vendor, address, siteKey));
  return ASK[vendor](siteKey);
}

/** A token of the vendor, valid for one call; throws when the vendor gives none. */
export async function vendorToken(vendor: BotCheckVendor, address: string, siteKey: string): Promise<string> {
  let timer: number | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('the bot-check did not answer')), PATIENCE_MS);
  });
  try {
    return await Promise.race([ask(vendor, address, siteKey), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
