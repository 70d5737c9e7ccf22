/** An answer of Telegram that refuses a request, such as 420 FLOOD_WAIT_7. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}
