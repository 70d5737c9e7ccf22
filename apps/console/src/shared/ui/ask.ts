import { loadPart } from '../later/load-part.ts';
import { focusKeeper } from '../lib/focus-keeper.ts';
import type * as dialogs from './ask-dialog.tsx';

// Dialogs are loaded when the first one is needed, or after the page.
const load = () => loadPart(() => import('./ask-dialog.tsx'));

/**
 * Gives the focus back after the question, to what had it or got it last: a dialog that was closed for the question gives it back meanwhile.
 * Mantine would remember who has it when the question is shown, which then is often the question itself.
 */
async function andReturn<T>(question: () => Promise<T>): Promise<T> {
  const keepers = [focusKeeper(document.activeElement)];
  const see = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest('[role=dialog]') === null) keepers.push(focusKeeper(target));
  };
  document.addEventListener('focusin', see);
  const answer = await question();
  document.removeEventListener('focusin', see);
  keepers.findLast((one) => one?.isConnected === true)?.focus({ preventScroll: true });
  return answer;
}

/** Asks before a destructive action; resolves to whether the person agreed. A question that is `withdrawn` closes by itself. */
export const ask = (question: dialogs.Question, withdrawn?: AbortSignal): Promise<boolean> =>
  andReturn(async () => (await load()).ask(question, withdrawn));

/** Asks which way to go on; resolves to null when the person does not go on. */
export const askWhich = <T extends string>(question: dialogs.Alternatives<T>): Promise<T | null> =>
  andReturn(async () => (await load()).askWhich(question));
