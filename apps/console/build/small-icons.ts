import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Drawing } from './drawn-icon.ts';

const ICON = /@primer\/octicons-react\/dist\/icons\/(\w+)\.mjs$/;
const DRAWING = /^\t"(\d+)": \{\n\t\t"width": (\d+),\n\t\t"path": (.*)\n\t\}/gm;
const PATH = /createElement\("path", \{ d: "([^"]*)" \}\)/g;
/** Everything else of a drawing that consists of such paths alone. */
const AROUND = /^(?:\/\*#__PURE__\*\/ React\.|createElement\(React\.Fragment, null, |, |\))*$/;
const NAME = /"octicon octicon-([\w-]+)"/;
/** No page shows higher icons than 20 pixels, which are drawn from 16. */
const HIGHEST = 16;
const DRAWN_ICON = join(import.meta.dirname, 'drawn-icon.ts');

/** What a module of octicons draws, up to a height of 16; undefined where it draws by more than plain paths. */
export function drawingsOf(code: string): { readonly name: string; readonly drawings: readonly Drawing[] } | undefined {
  const [, name] = NAME.exec(code) ?? [];
  const found = [...code.matchAll(DRAWING)].map(([, height, width, path = '']) => ({ height: Number(height), width: Number(width), path }));
  if (name === undefined || found.length === 0 || found.some(({ path }) => !AROUND.test(path.replaceAll(PATH, '')))) return undefined;
  return {
    name,
    drawings: found
      .filter(({ height }, at) => at === 0 || height <= HIGHEST)
      .map(({ height, width, path }) => [height, width, [...path.matchAll(PATH)].map(([, d = '']) => d)]),
  };
}

/** Replaces the components of octicons, which are objects with functions of their own, by calls with strings. */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    transform(code, id) {
      const [, component] = ICON.exec(id) ?? [];
      const icon = component === undefined ? undefined : drawingsOf(code);
      if (icon === undefined) return null;
      const given = [icon.name, ...icon.drawings].map((one) => JSON.stringify(one)).join(', ');
      return {
        code: `import { drawnIcon } from ${JSON.stringify(DRAWN_ICON)};\nexport const ${component} = /*#__PURE__*/ drawnIcon(${given});`,
        map: null,
      };
    },
  };
}
