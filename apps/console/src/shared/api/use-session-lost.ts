import { useSelector } from 'react-redux';
import type { WithSession } from './session-state.ts';

/** True once the server answered that the session has ended. */
export const useSessionLost = (): boolean => useSelector((state: WithSession) => state.session.lost);
