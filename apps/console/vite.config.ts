import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lightContracts } from './build/light-contracts.ts';
import { precompress } from './build/precompress.ts';

const GATEWAY = process.env['LEAKWATCH_URL'] ?? 'http://127.0.0.1:8080';

/** What the first page needs: one file compresses better than ten, and far better than forty. */
const PACKAGES = [
  'react',
  'react-dom',
  'scheduler',
  'react-router',
  'react-router-dom',
  'react-redux',
  '@reduxjs',
  'redux',
  'immer',
  'reselect',
  'i18next',
  'react-i18next',
  'use-sync-external-store',
];
const MANTINE_PARTS = [
  'ActionIcon',
  'Alert',
  'Anchor',
  'Button',
  'Center',
  'CloseButton',
  'FloatingIndicator',
  'Group',
  'Input',
  'InputBase',
  'Loader',
  'MantineProvider',
  'Paper',
  'PasswordInput',
  'SegmentedControl',
  'Skeleton',
  'Stack',
  'Text',
  'TextInput',
  'Title',
  'Transition',
  'UnstyledButton',
];
const GROUPS = [
  { name: 'vendor', test: new RegExp(`node_modules[\\\\/](${PACKAGES.join('|')})[\\\\/]`) },
  { name: 'parts', test: new RegExp(`@mantine[\\\\/]core[\\\\/]esm[\\\\/](core|components[\\\\/](${MANTINE_PARTS.join('|')}))[\\\\/]`) },
];

const config = defineConfig({
  plugins: [react(), lightContracts(), precompress()],
  // Workspace libraries are taken from their TypeScript, so that a change in a rule is seen without a build.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/api': { target: GATEWAY, changeOrigin: false } } },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Inlined assets would need `data:` in the page's policy.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
      },
    },
  },
});

// Vite reads its configuration from the default export.
export { config as default };
