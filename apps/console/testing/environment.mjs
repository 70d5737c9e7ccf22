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
      #given;

      // Node refuses the signals of jsdom, so they are kept beside: the mock looks at them.
      constructor(input, { signal, ...init } = {}) {
        super(typeof input === 'string' ? new URL(input, location.href) : input, init);
        this.#given = signal;
      }

      get signal() {
        return this.#given ?? super.signal;
      }
    };
    this.global.Buffer = Buffer;
  }
}

// Jest reads an environment from the default export.
export { ConsoleEnvironment as default };
