import type { getSettings, AnswerOf } from '@leakwatch/contracts';
import { createSlice, type UnknownAction } from '@reduxjs/toolkit';

interface Session {
  /** Whether the server answered that the session has ended. */
  readonly lost: boolean;
  /** Whether a person is signed in, as far as this page knows. */
  readonly known: boolean;
  /** The organisation in whose name staff work, as this page shows it; null where it shows none. */
  readonly acting: string | null;
  /** How often the server answered that the session works in another name than this page shows. */
  readonly actingRefusals: number;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The settings have arrived: in the same update as the page gets them, so that no call names what the page does not show. */
function isSettings(action: UnknownAction): action is UnknownAction & { readonly payload: AnswerOf<typeof getSettings> } {
  const meta = action['meta'];
  const arg = isRecord(meta) ? meta['arg'] : undefined;
  return action.type === 'api/executeQuery/fulfilled' && isRecord(arg) && arg['endpointName'] === 'getSettings';
}

/** The organisation in whose name staff work; null for everybody else. */
export const actingIn = ({ acting_until: until, organisation }: Pick<AnswerOf<typeof getSettings>, 'acting_until' | 'organisation'>) =>
  until === null ? null : (organisation?.id ?? null);

const initialState: Session = { lost: false, known: false, acting: null, actingRefusals: 0 };

/** What the page knows of its session apart from the settings in the query cache. */
const slice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    sessionLost: (state) => ({ ...state, lost: true, known: false }),
    sessionFound: (state) => ({ ...state, lost: false }),
    actingRefused: (state) => ({ ...state, actingRefusals: state.actingRefusals + 1 }),
  },
  extraReducers: (builder) => {
    builder.addMatcher(isSettings, (state, { payload }) => ({ ...state, known: true, acting: actingIn(payload) }));
  },
});

export const { sessionLost, sessionFound, actingRefused } = slice.actions;
export const sessionReducer = slice.reducer;

export interface WithSession {
  readonly session: Session;
}
export const hasSession = (state: unknown): state is WithSession => isRecord(state) && isRecord(state['session']);
