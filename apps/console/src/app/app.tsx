import { MantineProvider } from '@mantine/core';
import { Provider } from 'react-redux';
import { useButtonFocus } from '../shared/lib/use-button-focus.ts';
import { schemeManager } from '../shared/ui/scheme.ts';
import { cssVariables, theme } from '../shared/ui/theme.ts';
import type { Router } from './routing/router.ts';
import { RouterPages } from './routing/router-pages.tsx';
import type { Store } from './store.ts';

const manager = schemeManager();

export function App({ store, router }: { store: Store; router: Router }) {
  useButtonFocus();
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={manager} defaultColorScheme="auto">
        <RouterPages router={router} />
      </MantineProvider>
    </Provider>
  );
}
