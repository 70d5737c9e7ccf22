/** Where waits for the work of another launch do not keep the process from further launches. */
export interface WaitingPlaces {
  /**
   * Runs `wait` while a further launch may run. `wait` resolves with whether this launch then has more to do: in that case the call waits
   * until the further launch has ended. Throws what `wait` throws, and the signal's reason.
   */
  whileIdle(wait: () => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

/** The launch keeps its place while it waits. */
export const IN_PLACE: WaitingPlaces = { whileIdle: async (wait) => void (await wait()) };
