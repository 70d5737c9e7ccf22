import type { Plugin } from 'vite';

const ICON = /@primer\/octicons-react\/dist\/icons\/\w+\.mjs$/;
/** The drawings of greater heights than 16, as the package writes them behind that one. */
const GREATER = /,\n\t"(?:24|48|96)": \{\n(?:\t\t.*\n)+\t\}/g;
const HEIGHTS = /(?<=var heights = \[.*"16").*(?=\];)/;

/** Leaves out the drawings of icons that no page shows: all are 20 pixels high or less, which is drawn from 16. */
export function smallIcons(): Plugin {
  return {
    name: 'small-icons',
    transform(code, id) {
      if (!ICON.test(id) || !code.includes('\t"16": {')) return null;
      return { code: code.replaceAll(GREATER, '').replace(HEIGHTS, ''), map: null };
    },
  };
}
