/** Where waits for the work of another reading do not keep the process from further readings. */
export interface WaitingPlaces {
  /**
   * Runs `wait` while a further reading may run. `wait` resolves with whether this reading then has more to do: in that case the call waits
   * until a further reading has ended. Throws what `wait` throws, and the signal's reason.
   */
  whileIdle(wait: () => Promise<boolean>, signal: AbortSignal): Promise<void>;
}

/** The reading keeps its place while it waits. */
export const IN_PLACE: WaitingPlaces = { whileIdle: async (wait) => void (await wait()) };
