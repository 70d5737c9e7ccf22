import { type AnswerOf, LIVE_RESET, type LiveTopic, liveUpdates } from '@leakwatch/contracts';
import { addressOf } from './from-route.ts';

/** A tab that is hidden this long gives its connection back: a browser has few of them to one host. */
const HIDDEN_MS = 10_000;
/** After a refusal (no room, the service away) the polls carry on alone for a while, each tab's a little different. */
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
 * Opens this tab's live stream, and again whenever it is cut; gives the topics of each message. The browser itself
 * reconnects, and says with the last id where it was. Returns what closes it.
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
      // While it is connecting again by itself there is nothing to do; closed means that it was refused.
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
