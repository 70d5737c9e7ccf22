import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const GATEWAY = process.env['LEAKWATCH_URL'] ?? 'http://127.0.0.1:8080';

/** Packages that every page needs: one file of them compresses better than ten. */
const EVERYWHERE =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|react-redux|@reduxjs|redux|immer|reselect|i18next|react-i18next|use-sync-external-store)[\\/]/;

const config = defineConfig({
  plugins: [react()],
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
        codeSplitting: { groups: [{ name: 'vendor', test: EVERYWHERE }] },
      },
    },
  },
});

// Vite reads its configuration from the default export.
export { config as default };
