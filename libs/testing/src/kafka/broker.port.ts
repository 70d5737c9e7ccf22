/** One real broker in KRaft mode for the tests of one file. */
export interface TestBroker {
  /** `host:port`, the same after every start. */
  readonly address: string;
  /** Ends it as a crash does; what it acknowledged is on its disk. */
  kill(): Promise<void>;
  /** Asks it to stop in order. */
  halt(): Promise<void>;
  /** Starts it again with what it has, and resolves when it answers. */
  start(): Promise<void>;
  /** Ends it for good and removes what it kept. */
  dispose(): Promise<void>;
}
