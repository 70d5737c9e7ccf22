import { createSlice } from '@reduxjs/toolkit';

/** Whether the server answered that the session has ended; everything else about the session is in the query cache. */
const slice = createSlice({
  name: 'session',
  initialState: { lost: false },
  reducers: {
    sessionLost: (state) => {
      state.lost = true;
    },
    sessionFound: (state) => {
      state.lost = false;
    },
  },
});

export const { sessionLost, sessionFound } = slice.actions;
export const sessionReducer = slice.reducer;
