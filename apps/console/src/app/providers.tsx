import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { schemeManager } from '../shared/ui/scheme.ts';
import { cssVariables, theme } from '../shared/ui/theme.ts';
import { store } from './store.ts';

const manager = schemeManager();

export function Providers({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={manager} defaultColorScheme="auto">
        {children}
      </MantineProvider>
    </Provider>
  );
}
