import type { ReportText } from './text-file.ts';

/** An array of events as `reportEvent` of contracts describes them, one a line. */
export function jsonText(): ReportText {
  let separator = '\n';
  return {
    head: '[',
    event(event) {
      const line = separator + JSON.stringify(event);
      separator = ',\n';
      return line;
    },
    tail: () => '\n]\n',
  };
}
