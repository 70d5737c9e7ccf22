import type { LiveTopic } from '@leakwatch/contracts';

/** The live stream of the page that is opened next: `notify` sends that something of a topic changed. */
export function captureStream() {
  const opened: EventSource[] = [];
  const { EventSource: silent } = window;
  class Captured extends silent {
    constructor(address: string) {
      super(address);
      opened.push(this);
    }
  }
  Object.assign(window, { EventSource: Captured });
  return {
    notify: (topic: LiveTopic) => {
      for (const one of opened) one.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ topics: [topic] }) }));
    },
    stop: () => void Object.assign(window, { EventSource: silent }),
  };
}
