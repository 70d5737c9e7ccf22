import react from '@vitejs/plugin-react';
import { defineConfig, type InlineConfig } from 'vite';
import { chunkOfModule } from './build/chunk-of-module.ts';
import { lightContracts } from './build/light-contracts.ts';
import { precompress } from './build/precompress.ts';
import { productionRouter } from './build/production-router.ts';
import { smallIcons } from './build/small-icons.ts';

const GATEWAY = process.env['LEAKWATCH_URL'] ?? 'http://127.0.0.1:8080';

const common: InlineConfig = {
  plugins: [react(), lightContracts(), productionRouter(), smallIcons()],
  // Workspace libraries are taken from their TypeScript, so that a change in a rule is seen without a build.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    sourcemap: false,
    // Inlined assets would need `data:` in the page's policy.
    assetsInlineLimit: 0,
    // All of it is hardly more than what every page needs.
    cssCodeSplit: false,
    target: 'es2022',
  },
};

const config = defineConfig(async ({ command }) => {
  const nameOf = command === 'build' ? await chunkOfModule({ ...common, root: import.meta.dirname }) : undefined;
  return {
    ...common,
    plugins: [common.plugins, precompress()],
    server: { proxy: { '/api': { target: GATEWAY, changeOrigin: false } } },
    build: {
      ...common.build,
      rolldownOptions: nameOf && {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ debugName: 'pages', name: (id: string) => nameOf(id) ?? null }],
          },
        },
      },
    },
  };
});

// Vite reads its configuration from the default export.
export { config as default };
