import { TestEnvironment as JsdomEnvironment } from 'jest-environment-jsdom';

/** What a browser has and jsdom leaves to others: fetch with its classes, of Node. */
const OF_NODE = ['AbortController', 'AbortSignal', 'Headers', 'Response', 'TextDecoder', 'TextEncoder', 'structuredClone'];

/** jsdom with what the console needs of a browser beside the document. */
export default class ConsoleEnvironment extends JsdomEnvironment {
  constructor(...given) {
    super(...given);
    for (const name of OF_NODE) this.global[name] = globalThis[name];
    const { location } = this.global;
    this.global.Request = class extends Request {
      constructor(input, init) {
        super(typeof input === 'string' ? new URL(input, location.href) : input, init);
      }
    };
    this.global.Buffer = Buffer;
  }
}
