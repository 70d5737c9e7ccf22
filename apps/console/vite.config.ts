import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const GATEWAY = process.env['LEAKWATCH_URL'] ?? 'http://127.0.0.1:8080';

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
  },
});

// Vite reads its configuration from the default export.
export { config as default };
