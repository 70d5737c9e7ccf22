import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core';

const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dce6fb',
  '#b6caf3',
  '#8daceb',
  '#6a92e4',
  '#5482e0',
  '#3b6fd9',
  '#2f5fc2',
  '#2754ae',
  '#1a4799',
];
const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f4',
  '#e3e6ea',
  '#d2d7dd',
  '#bcc3cb',
  '#9aa3ad',
  '#6b7480',
  '#525b66',
  '#3a424c',
  '#232a32',
];
const dark: MantineColorsTuple = [
  '#dde1e7',
  '#b9c0ca',
  '#a3abb7',
  '#6f7783',
  '#4a515c',
  '#343b45',
  '#282e37',
  '#1c2128',
  '#16191f',
  '#101318',
];

const mono = 'ui-monospace, "SF Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace';
const sans = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif';

const small = { defaultProps: { size: 'xs' } };

/** Our own look: one accent, neutral greys, 13 px, a 4 px grid. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 7,
  colors: { accent, gray, dark },
  black: gray[9],
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: rem(13), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(19) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.4', xl: '1.3' },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: rem(19) }, h2: { fontSize: rem(15) }, h3: { fontSize: rem(14) } },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: small,
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: small,
    PasswordInput: small,
    Textarea: small,
    Select: small,
    Autocomplete: small,
    NativeSelect: small,
    Checkbox: small,
    Radio: small,
    Switch: small,
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 8 } },
    Modal: { defaultProps: { centered: true, transitionProps: { duration: 0 } } },
    Menu: { defaultProps: { transitionProps: { duration: 0 } } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 0 } } },
    Anchor: { defaultProps: { underline: 'hover', size: 'sm' } },
    Text: { defaultProps: { size: 'sm' } },
    InputWrapper: { styles: { description: { fontSize: rem(12) }, error: { fontSize: rem(12) } } },
  },
});

/** Mantine's own dimmed, placeholder, error and link colours fall short of AA; these reach 4.5:1 in both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': gray[7],
    '--mantine-color-placeholder': '#666f7b',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': accent[8],
    '--mantine-color-gray-light-color': gray[8],
    '--lw-surface': '#ffffff',
    '--lw-canvas': gray[0],
    '--lw-line': gray[2],
  },
  dark: {
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#98a1ad',
    '--mantine-color-error': '#ff9a90',
    '--mantine-color-anchor': accent[3],
    '--mantine-color-gray-light-color': dark[0],
    '--lw-surface': dark[7],
    '--lw-canvas': dark[8],
    '--lw-line': dark[5],
  },
});
