import { useSelector } from 'react-redux';
import type { sessionReducer } from './session-state.ts';

interface WithSession {
  readonly session: ReturnType<typeof sessionReducer>;
}

/** True once the server answered that the session has ended. */
export const useSessionLost = (): boolean => useSelector((state: WithSession) => state.session.lost);
