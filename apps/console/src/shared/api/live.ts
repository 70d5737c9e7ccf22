import { type AnswerOf, LIVE_RESET, type LiveTopic, liveUpdates } from '@leakwatch/contracts';
import { addressOf } from './from-route.ts';

/** A tab hidden for this long closes its connection: a browser allows only a few of them to one host. In milliseconds. */
const HIDDEN_MS = 10_000;
/** After a refusal (no capacity, service down) the tab relies on the polls for about this long; in milliseconds. */
const REFUSED_MS = 15_000;

type Message = AnswerOf<typeof liveUpdates>;
const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'topics' in value && Array.isArray(value.topics);

function topicsOf(data: string): readonly LiveTopic[] {
  try {
    const message: unknown = JSON.parse(data);
    return isMessage(message) ? message.topics : [];
  } catch {
    return [];
  }
}

/**
 * Opens this tab's live stream and reopens it after a refusal; gives the topics of each message. The browser reconnects by
 * itself and sends the id of the last message. Returns the function that closes it.
 */
export function openLive(onTopics: (topics: readonly LiveTopic[]) => void): () => void {
  let source: EventSource | null = null;
  let lastId = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cut = () => {
    source?.close();
    source = null;
  };
  const take = (event: MessageEvent<string>) => {
    lastId = event.lastEventId;
    onTopics(topicsOf(event.data));
  };
  const connect = () => {
    clearTimeout(timer);
    if (source !== null || document.hidden) return;
    const opened = new EventSource(addressOf(liveUpdates, { query: { last_event_id: lastId } }));
    source = opened;
    opened.addEventListener('message', take);
    opened.addEventListener(LIVE_RESET, take);
    opened.addEventListener('error', () => {
      // While the browser reconnects by itself there is nothing to do; CLOSED means that the server refused.
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      cut();
      timer = setTimeout(connect, REFUSED_MS * (1 + Math.random()));
    });
  };
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(cut, HIDDEN_MS);
    else connect();
  };
  document.addEventListener('visibilitychange', onVisibility);
  connect();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(timer);
    cut();
  };
}
