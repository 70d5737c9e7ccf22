import type { TelegramOptions, TelegramServer } from './server.ts';

export {
  type SimulatedFile as SimulatedTelegramFile,
  SimulatedChannel as SimulatedTelegramChannel,
  SimulatedGroup as SimulatedTelegramGroup,
  type SimulatedMessage as SimulatedTelegramMessage,
  type SimulatedUser as SimulatedTelegramUser,
} from './world.ts';
export { RpcError as TelegramRpcError } from './rpc-error.ts';
export type { TelegramOptions, TelegramServer } from './server.ts';

/** Starts Telegram's servers. They are loaded when they are asked for: reading the schema takes a while. */
export async function startTelegram(options: TelegramOptions): Promise<TelegramServer> {
  const { TelegramServer: Server } = await import('./server.ts');
  return new Server(options).listen();
}
