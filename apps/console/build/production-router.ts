import type { Plugin } from 'vite';

const ROUTER = /^react-router(?:\/dom)?$/;
const DEVELOPMENT = '/react-router/dist/development/';

/** React Router has a build without the warnings for developers, which its package names nowhere. */
export function productionRouter(): Plugin {
  return {
    name: 'production-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!ROUTER.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: found.id.replace(DEVELOPMENT, DEVELOPMENT.replace('development', 'production')) };
    },
  };
}
