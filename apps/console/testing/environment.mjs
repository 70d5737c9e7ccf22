import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';

/** What a browser has and jsdom leaves to others: fetch with its classes, of Node. */
const OF_NODE = ['Headers', 'Response', 'TextDecoder', 'TextEncoder', 'structuredClone'];

/** jsdom with what the console needs of a browser beside the document. */
class ConsoleEnvironment extends JsdomEnvironment {
  constructor(...given) {
    super(...given);
    for (const name of OF_NODE) this.global[name] = globalThis[name];
    const { location } = this.global;
    this.global.Request = class extends Request {
      // Node refuses the signals of jsdom. The mock answers at once, so nothing is missed.
      constructor(input, { signal: _, ...init } = {}) {
        super(typeof input === 'string' ? new URL(input, location.href) : input, init);
      }
    };
    this.global.Buffer = Buffer;
  }
}

// Jest reads an environment from the default export.
export { ConsoleEnvironment as default };
