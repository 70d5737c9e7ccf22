/** One real broker in KRaft mode for the tests of one file. */
export interface TestBroker {
  /** `host:port`, the same after every start. */
  readonly address: string;
  /** Kills it as a crash would; acknowledged messages stay on its disk. */
  kill(): Promise<void>;
  /** Stops it cleanly. */
  halt(): Promise<void>;
  /** Starts it again with its data, and resolves when it answers. */
  start(): Promise<void>;
  /** Stops it for good and removes its data. */
  dispose(): Promise<void>;
}
