import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { UpdateQueue } from './update-queue.ts';

/** How the Bot API answers from now on; `method` limits it to one. */
export type BotApiBehaviour =
  | { readonly kind: 'plain' }
  | { readonly kind: 'limited'; readonly seconds: number; readonly method: string }
  /** 502 with a web page, as a proxy before it gives. */
  | { readonly kind: 'down' }
  /** 200 and half an answer. */
  | { readonly kind: 'broken_json' }
  /** An error text that repeats the request's path, token and all. */
  | { readonly kind: 'telling' }
  /** Sends elsewhere, with the path. */
  | { readonly kind: 'redirect'; readonly to: string }
  /** Another program set a webhook, so getUpdates returns no updates. */
  | { readonly kind: 'webhook' };

/** Who writes to the bot; in a private chat the chat has the person's number. */
export interface ChatPerson {
  readonly id: number;
  readonly username?: string;
  readonly first_name: string;
  readonly last_name?: string;
  readonly language_code?: string;
}

export interface SentMessage {
  readonly chat_id: number;
  readonly text: string;
}

export interface TelegramBotApi {
  readonly url: string;
  readonly token: string;
  readonly username: string;
  /** Messages that chats got. */
  readonly sent: readonly SentMessage[];
  /** Methods that were called, in order; bodies with them. */
  readonly calls: readonly { readonly method: string; readonly body: Readonly<Record<string, unknown>> }[];
  behaviour: BotApiBehaviour;
  /** A person writes in their private chat, or in a group when `group` names its number. Gives the update's id. */
  say(from: ChatPerson, text: string, group?: number): number;
  /** A person blocks or unblocks the bot. */
  block(from: ChatPerson, blocked: boolean): number;
  /** Any update, as it is. */
  push(update: Readonly<Record<string, unknown>>): number;
  /** Updates go on from this number: Telegram chooses another after a week without any. */
  jumpTo(updateId: number): void;
  close(): Promise<void>;
}

const BOT_NAME = 'leakwatch_test_bot';
const TOKEN = '4242424242:AAF-simulated_token_of_no_bot_at_all_00';

function answer(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
const refuse = (response: ServerResponse, status: number, description: string, parameters?: object) =>
  answer(response, status, { ok: false, error_code: status, description, ...(parameters && { parameters }) });

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text);
  return body;
}

/** The Bot API as core.telegram.org/bots/api describes getMe, getUpdates and sendMessage, on a free port of 127.0.0.1. */
export async function startTelegramBotApi(token = TOKEN): Promise<TelegramBotApi> {
  const updates = new UpdateQueue();
  const sent: SentMessage[] = [];
  const calls: { method: string; body: Record<string, unknown> }[] = [];
  const blockedBy = new Set<number>();

  const send = (response: ServerResponse, body: Record<string, unknown>) => {
    const [chatId, text] = [Number(body['chat_id']), body['text']];
    if (typeof text !== 'string' || text === '') return refuse(response, 400, 'Bad Request: message text is empty');
    if (text.length > 4096) return refuse(response, 400, 'Bad Request: message is too long');
    if (!Number.isSafeInteger(chatId) || chatId === 0) return refuse(response, 400, 'Bad Request: chat not found');
    if (blockedBy.has(chatId)) return refuse(response, 403, 'Forbidden: bot was blocked by the user');
    sent.push({ chat_id: chatId, text });
    return answer(response, 200, { ok: true, result: { message_id: sent.length, chat: { id: chatId, type: 'private' }, text } });
  };
  const poll = async (response: ServerResponse, body: Record<string, unknown>) => {
    if (api.behaviour.kind === 'webhook')
      return refuse(
        response,
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      );
    const given = await updates.take(
      Number(body['offset'] ?? 0),
      Math.min(Number(body['limit'] ?? 100), 100),
      Number(body['timeout'] ?? 0),
    );
    if (given === 'conflict')
      return refuse(response, 409, 'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running');
    return answer(response, 200, { ok: true, result: given });
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec((request.url ?? '').split('?')[0] ?? '') ?? [];
    const body = await bodyOf(request);
    calls.push({ method, body });
    const { behaviour } = api;
    if (behaviour.kind === 'down') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>');
    if (behaviour.kind === 'telling') return refuse(response, 500, `Internal Server Error at ${request.url ?? ''}`);
    if (behaviour.kind === 'redirect') return answer(response, 302, {}, { location: `${behaviour.to}${request.url ?? ''}` });
    if (behaviour.kind === 'broken_json')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"res');
    if (given !== token) return refuse(response, 401, 'Unauthorized');
    if (behaviour.kind === 'limited' && behaviour.method === method)
      return refuse(response, 429, `Too Many Requests: retry after ${behaviour.seconds}`, { retry_after: behaviour.seconds });
    if (method === 'getMe')
      return answer(response, 200, {
        ok: true,
        result: { id: Number(token.split(':')[0]), is_bot: true, first_name: 'Leakwatch', username: BOT_NAME },
      });
    if (method === 'sendMessage') return send(response, body);
    if (method === 'getUpdates') return poll(response, body);
    return refuse(response, 404, 'Not Found');
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => refuse(response, 400, 'Bad Request'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const person = (from: ChatPerson) => ({ is_bot: false, ...from });
  const privateChat = ({ id, first_name, username }: ChatPerson) => ({
    id,
    type: 'private',
    first_name,
    ...(username !== undefined && { username }),
  });
  const now = () => Math.floor(Date.now() / 1000);
  const api: TelegramBotApi = {
    url: `http://127.0.0.1:${address.port}`,
    token,
    username: BOT_NAME,
    sent,
    calls,
    behaviour: { kind: 'plain' },
    say: (from, text, group) => {
      const chat = group === undefined ? privateChat(from) : { id: group, type: 'group', title: 'A group' };
      return updates.push({ message: { message_id: updates.nextId, date: now(), from: person(from), chat, text } });
    },
    block: (from, blocked) => {
      if (blocked) blockedBy.add(from.id);
      else blockedBy.delete(from.id);
      const member = (status: string) => ({ user: { id: Number(token.split(':')[0]), is_bot: true, first_name: 'Leakwatch' }, status });
      const [before, after] = blocked ? ['member', 'kicked'] : ['kicked', 'member'];
      return updates.push({
        my_chat_member: {
          chat: privateChat(from),
          from: person(from),
          date: now(),
          old_chat_member: member(before ?? ''),
          new_chat_member: member(after ?? ''),
        },
      });
    },
    push: (update) => updates.push(update),
    jumpTo: (id) => updates.jumpTo(id),
    close: async () => {
      updates.release();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return api;
}
