// Required for the module augmentation below.
import type {} from '@mui/material/styles';

/** One accent marks controls and selection; other colours carry meaning. Contrast is 4.5 or more (colors.test.ts). */
export interface Shade {
  /** For text, icons and filled buttons. */
  main: string;
  /** `main` on hover. */
  dark: string;
  /** Text on `main`. */
  contrastText: string;
  /** A light background in this colour (`soft`) and its text (`strong`). */
  soft: string;
  strong: string;
}

export interface Tokens {
  mode: 'light' | 'dark';
  /** Background of the page (`ground`) and of cards (`card`). */
  ground: string;
  card: string;
  /** Borders of cards and rows (`line`) and of form fields (`edge`). */
  line: string;
  edge: string;
  text: string;
  quiet: string;
  faint: string;
  hover: string;
  primary: Shade;
  secondary: Shade;
  success: Shade;
  warning: Shade;
  error: Shade;
  info: Shade;
  /** The gradient beside the sign-in form, from corner to corner, and its text colour. */
  cover: { start: string; middle: string; end: string; text: string };
  /** Chart lines, distinguishable by colour-blind people: the own series and up to three others. */
  lines: { own: string; others: [string, string, string] };
}

const createShade = (main: string, dark: string, contrastText: string, soft: string, strong: string): Shade => ({
  main,
  dark,
  contrastText,
  soft,
  strong,
});

const cover = { start: '#0c6f68', middle: '#085049', end: '#063b37', text: '#f2fbf9' };

export const light: Tokens = {
  mode: 'light',
  ground: '#f5f7f6',
  card: '#ffffff',
  line: '#dde4e2',
  edge: '#8a9794',
  text: '#16211f',
  quiet: '#54625f',
  faint: '#a3aeab',
  hover: 'rgba(22, 33, 31, 0.045)',
  primary: createShade('#0b6b64', '#08514c', '#ffffff', '#e1f1ee', '#0a5a54'),
  secondary: createShade('#43514e', '#2f3b38', '#ffffff', '#e9eeec', '#35423f'),
  success: createShade('#1a6b41', '#13522f', '#ffffff', '#e3f4ea', '#155a36'),
  warning: createShade('#8f5600', '#6e4200', '#ffffff', '#fdf0cf', '#744600'),
  error: createShade('#b3261e', '#8c1d17', '#ffffff', '#fdeae8', '#98201a'),
  info: createShade('#1b5fa8', '#144a84', '#ffffff', '#e5f0fb', '#164e8b'),
  cover,
  lines: { own: '#0b6b64', others: ['#c2570c', '#2f6fc4', '#8a4fa3'] },
};

export const dark: Tokens = {
  mode: 'dark',
  ground: '#0e1413',
  card: '#1a2220',
  line: '#2d3936',
  edge: '#71807c',
  text: '#e6edeb',
  quiet: '#a2b1ad',
  faint: '#63716d',
  hover: 'rgba(230, 237, 235, 0.06)',
  primary: createShade('#5cc9be', '#82d8cf', '#04221f', '#16352f', '#8fdfd6'),
  secondary: createShade('#b7c4c1', '#cfd9d6', '#0e1413', '#27322f', '#c9d4d1'),
  success: createShade('#6fd39b', '#93e2b6', '#0e1413', '#16372a', '#93e2b6'),
  warning: createShade('#f2bd5c', '#f7d08a', '#0e1413', '#3b2e11', '#f7d08a'),
  error: createShade('#f5918a', '#f9b4af', '#0e1413', '#452120', '#f9b4af'),
  info: createShade('#82b7f0', '#a9cef6', '#0e1413', '#1a334f', '#a9cef6'),
  cover,
  lines: { own: '#5cc9be', others: ['#f0a35e', '#82b7f0', '#cf9be6'] },
};

/** Colours of chips, badges and alerts. */
export const TONES = ['primary', 'secondary', 'success', 'warning', 'error', 'info'] as const;
export type Tone = (typeof TONES)[number];

/** Corner radii in px. */
export const RADIUS = { card: 10, control: 8, chip: 6 } as const;

/** Widths in px (spec 9). Below `md` the sidebar overlays the page; from `lg` its toggle collapses it. */
export const SIDEBAR = { open: 290, closed: 90 } as const;
/** In px. Below this width rows of buttons are set closer, as the open sidebar leaves little room. */
export const NARROW_WIDTH = 1200;
/** In px. Below this width table cells are set closer and tabs add no columns. */
export const NARROW_TABLE_WIDTH = 1360;
export const BREAKPOINTS = { xs: 0, sm: 600, md: 768, lg: 1024, xl: 1440 } as const;
/** Media queries: a list is a table (`fits`), and all its columns fit beside the sidebar (`wide`). */
export const TABLE_QUERIES = { fits: '(min-width:800px)', wide: '(min-width:1280px)' } as const;

export const CONTROL_SIZE = 40;
/** Least height in px of every control on touch screens (WCAG 2.5.5). */
export const TOUCH_SIZE = 44;
export const COARSE_POINTER = '@media (pointer: coarse)';
export const PHONE_QUERY = '(max-width:599.95px)';

declare module '@mui/material/styles' {
  interface PaletteColor {
    soft: string;
    strong: string;
  }
  interface SimplePaletteColorOptions {
    soft?: string;
    strong?: string;
  }
  interface Palette {
    /** The border of form fields. */
    edge: string;
    lines: Tokens['lines'];
  }
  interface PaletteOptions {
    edge?: string;
    lines?: Tokens['lines'];
  }
}
