import { shownTexts } from '../../../../shared/i18n/shown-texts.ts';
import { useEffect, useState } from 'react';
import { type Problem, toProblem } from '../../../../shared/api/problem.ts';
import { useSettings } from '../../../../shared/api/settings.ts';
import { notifySuccess, notifyWarning } from '../../../../shared/ui/notify.tsx';
import { type Discovered, useDiscoverRepositoriesMutation } from '../../api.ts';
import type { ObserverDraft } from '../draft/draft.ts';
import { observerFault, observerKey } from './observer.ts';
import { readStored, writeStored } from '../../../../shared/lib/storage.ts';

const key = (userId: string): string => `leakwatch.discovery.v1.${userId}`;

/** Stores which discovery runs, so that it is found again after leaving the page; null clears it. */
const noteRunning = (userId: string, observer: ObserverDraft | null): void =>
  writeStored(key(userId), observer === null ? null : observerKey(observer));

/** Whether a discovery for this observer was under way when the page was left. */
const wasRunning = (userId: string, observer: ObserverDraft): boolean => readStored(key(userId)) === observerKey(observer);

/** The pause when the server names none; in milliseconds. */
const ASK_AGAIN_SECONDS = 1;

export type DiscoveryState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly found: number }
  | { readonly phase: 'done'; readonly rows: readonly Discovered[] }
  | { readonly phase: 'failed'; readonly problem: Problem };

const IDLE: DiscoveryState = { phase: 'idle' };
const BEGUN: DiscoveryState = { phase: 'running', found: 0 };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function tell(rows: readonly Discovered[]): void {
  if (rows.length === 0) notifyWarning(shownTexts().t('create.repositories'), shownTexts().t('create.discovery.none'));
  else notifySuccess(shownTexts().t('create.discovery.got', { count: rows.length }));
}

/** Requests an observer's repositories until the list is complete. Each observer has its own panel. */
export function useDiscovery(observer: ObserverDraft) {
  const userId = useSettings()?.user_id ?? '';
  const [discover] = useDiscoverRepositoriesMutation();
  const { source_type, is_organisation } = observer;
  const account_name = observer.account_name.trim();
  /** 0: no request. A discovery that was running when the page was left is requested again. */
  const [attempt, setAttempt] = useState(() => (wasRunning(userId, observer) ? 1 : 0));
  const [answer, setAnswer] = useState<{ readonly attempt: number; readonly state: DiscoveryState }>({ attempt: 0, state: IDLE });

  useEffect(() => {
    if (attempt === 0 || source_type === 'custom' || source_type === 'none') return undefined;
    let left = false;
    const show = (state: DiscoveryState) => setAnswer({ attempt, state });
    const ask = async () => {
      for (;;) {
        const { data, error } = await discover({ params: { source_type }, body: { account_name, is_organisation, source_type } });
        if (left) return;
        const problem = data === undefined ? toProblem(error) : null;
        if (problem?.code !== 'discovery_running') {
          noteRunning(userId, null);
          if (data !== undefined) tell(data);
          return show(problem === null ? { phase: 'done', rows: data ?? [] } : { phase: 'failed', problem });
        }
        show({ phase: 'running', found: Number(problem.details['found'] ?? 0) });
        await sleep(Number(problem.details['seconds'] ?? ASK_AGAIN_SECONDS) * 1000);
        if (left) return;
      }
    };
    void ask();
    return () => {
      left = true;
    };
  }, [attempt, source_type, account_name, is_organisation, userId, discover]);

  return {
    state: attempt === 0 ? IDLE : answer.attempt === attempt ? answer.state : BEGUN,
    start: () => {
      if (observerFault(observer) !== null) return;
      noteRunning(userId, observer);
      setAttempt(attempt + 1);
    },
    leave: () => {
      noteRunning(userId, null);
      setAttempt(0);
    },
  };
}
