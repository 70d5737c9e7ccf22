import { z } from 'zod';

/** A poll without updates ends after this. */
export const POLL_SECONDS = 25;
const ANSWER_MS = 10_000;
/** A longer pause is treated as an error in the answer: Telegram never asks for it. */
const MAX_PAUSE_SECONDS = 86_400;

/** Why a call failed. */
export type BotFaultKind =
  /** The token is not valid. */
  | 'refused'
  /** Another program polls the bot's updates. */
  | 'conflict'
  /** Rate limit: retry after `retryAfter` seconds. */
  | 'limited'
  /** The chat has blocked the bot, or does not exist any more. */
  | 'chat_closed'
  /** The Bot API is down, unreachable, or its answer is unreadable; a retry may succeed. */
  | 'unavailable';

/** A failed call of the Bot API. Its message never contains the token, although every address of the API does. */
export class BotFault extends Error {
  readonly kind: BotFaultKind;
  readonly retryAfter: number;

  constructor(kind: BotFaultKind, text: string, retryAfter = 0) {
    super(text);
    this.name = 'BotFault';
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

const failure = z.object({
  ok: z.literal(false),
  description: z.string().default(''),
  parameters: z.object({ retry_after: z.number().int().nonnegative().optional() }).optional(),
});
const success = z.object({ ok: z.literal(true), result: z.unknown() });
const answer = z.discriminatedUnion('ok', [success, failure]);

const me = z.object({ id: z.number().int(), username: z.string().regex(/^\w{1,64}$/) });
const updates = z.array(z.looseObject({ update_id: z.number().int() }));
export type RawUpdate = z.output<typeof updates>[number];

const FAULTS: Readonly<Record<number, BotFaultKind>> = {
  401: 'refused',
  404: 'refused',
  403: 'chat_closed',
  409: 'conflict',
  429: 'limited',
};
const kindOf = (status: number, description: string): BotFaultKind =>
  FAULTS[status] ??
  (status === 400 && /chat not found|PEER_ID_INVALID|user is deactivated/i.test(description) ? 'chat_closed' : 'unavailable');

/** The three calls of Telegram's Bot API that notifications use. */
export class BotApi {
  private readonly base: string;
  private readonly token: string;

  constructor(base: string, token: string) {
    this.base = base;
    this.token = token;
  }

  /** The bot of the token. */
  async me() {
    return this.read('getMe', me, await this.call('getMe', {}, ANSWER_MS));
  }

  /** Waits for updates from `offset` on; `signal` aborts the wait. */
  async updates(offset: number, signal: AbortSignal): Promise<readonly RawUpdate[]> {
    const body = { ...(offset > 0 && { offset }), timeout: POLL_SECONDS, allowed_updates: ['message', 'my_chat_member'] };
    return this.read('getUpdates', updates, await this.call('getUpdates', body, POLL_SECONDS * 1000 + ANSWER_MS, signal));
  }

  async send(chat: number, text: string): Promise<void> {
    await this.call('sendMessage', { chat_id: chat, text, link_preview_options: { is_disabled: true } }, ANSWER_MS);
  }

  /** Error messages may contain the address, and with it the token. */
  private redact(text: string): string {
    return text.replaceAll(this.token, '***').replaceAll(encodeURIComponent(this.token), '***').slice(0, 300);
  }

  private read<T>(method: string, schema: z.ZodType<T>, result: unknown): T {
    const parsed = schema.safeParse(result);
    if (!parsed.success) throw new BotFault('unavailable', `${method}: the answer has an unexpected shape`);
    return parsed.data;
  }

  private async call(method: string, body: object, ms: number, signal?: AbortSignal): Promise<unknown> {
    const timeout = AbortSignal.timeout(ms);
    let status: number;
    let text: string;
    try {
      const response = await fetch(`${this.base}/bot${this.token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      status = response.status;
      text = await response.text();
    } catch (error) {
      // Without the cause, which a log would print together with the token.
      throw new BotFault('unavailable', this.redact(`${method}: ${String(error)}`));
    }
    const parsed = answer.safeParse(asJson(text));
    if (parsed.success && parsed.data.ok) return parsed.data.result;
    const { description, parameters } =
      parsed.success && !parsed.data.ok ? parsed.data : { description: 'no answer of the Bot API', parameters: undefined };
    const pause = Math.min(Math.max(parameters?.retry_after ?? 1, 1), MAX_PAUSE_SECONDS);
    throw new BotFault(
      parsed.success ? kindOf(status, description) : 'unavailable',
      this.redact(`${method}: ${status} ${description}`),
      pause,
    );
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
