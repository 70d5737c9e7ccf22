import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../shared/api/api.ts';
import { sessionReducer } from '../shared/api/session-state.ts';

/** Server data lives in the api's cache and nowhere else; view state lives in the URL. */
export function createStore() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, session: sessionReducer },
    // The checks of development would walk the whole cache at each action.
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
  // Polls pause while the tab is hidden.
  setupListeners(store.dispatch);
  return store;
}

export type Store = ReturnType<typeof createStore>;
