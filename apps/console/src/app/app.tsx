import { MantineProvider } from '@mantine/core';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { useButtonFocus } from '../shared/lib/use-button-focus.ts';
import { schemeManager } from '../shared/ui/scheme.ts';
import { cssVariables, theme } from '../shared/ui/theme.ts';
import type { createRouter } from './router.tsx';
import type { Store } from './store.ts';

const manager = schemeManager();

export function App({ store, router }: { store: Store; router: ReturnType<typeof createRouter> }) {
  useButtonFocus();
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={manager} defaultColorScheme="auto">
        <RouterProvider router={router} />
      </MantineProvider>
    </Provider>
  );
}
