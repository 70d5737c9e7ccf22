import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shared/ui/base.css';
import './shared/ui/forced-colors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createRouter } from './app/routing/router.ts';
import { routesOf } from './app/routing/routes.tsx';
import { createStore } from './app/store.ts';
import { startTexts } from './shared/i18n/i18n.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const store = createStore();
const router = createRouter(routesOf(store));
// No `await` of the module itself: a file of texts may import a file that imports this one, and would wait for it for ever.
void startTexts().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App store={store} router={router} />
    </StrictMode>,
  ),
);
