import type { RaThemeOptions } from 'react-admin';
import { colors } from './colors.ts';
import { controls } from './controls.ts';
import { inputs } from './inputs.ts';
import { surfaces } from './surfaces.ts';
import { BREAKPOINTS, SIDEBAR, TONES, type Tokens } from './tokens.ts';

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
const WEIGHT = { regular: 400, medium: 500, bold: 650 } as const;

const textStyle = (px: number, lineHeight: number, fontWeight: number = WEIGHT.regular) => ({
  fontSize: `${px / 16}rem`,
  lineHeight,
  fontWeight,
  letterSpacing: px >= 20 ? '-0.01em' : 0,
});

/** h1 for screen titles, h2 for cards and groups, h4 for figures, body for tables and text, caption for labels. */
const typography = {
  fontFamily: FONT,
  fontSize: 14,
  fontWeightMedium: WEIGHT.medium,
  fontWeightBold: WEIGHT.bold,
  h1: textStyle(20, 1.3, WEIGHT.bold),
  h2: textStyle(14, 1.45, WEIGHT.bold),
  h3: textStyle(14, 1.45, WEIGHT.bold),
  h4: textStyle(28, 1.2, WEIGHT.bold),
  h5: textStyle(20, 1.3, WEIGHT.bold),
  h6: textStyle(14, 1.45, WEIGHT.bold),
  subtitle1: textStyle(14, 1.45, WEIGHT.medium),
  subtitle2: textStyle(13, 1.45, WEIGHT.medium),
  body1: textStyle(14, 1.5),
  body2: textStyle(13, 1.5),
  caption: textStyle(13, 1.45),
  overline: { ...textStyle(13, 1.45, WEIGHT.medium), textTransform: 'none' as const },
  button: { ...textStyle(14, 1.45, WEIGHT.medium), textTransform: 'none' as const },
};

/** All below 200 ms, and none if the person prefers reduced motion. */
const duration = {
  shortest: 80,
  shorter: 100,
  short: 120,
  standard: 150,
  complex: 180,
  enteringScreen: 180,
  leavingScreen: 140,
};

const createPalette = (tokens: Tokens): RaThemeOptions['palette'] => ({
  mode: tokens.mode,
  ...Object.fromEntries(TONES.map((tone) => [tone, tokens[tone]])),
  background: { default: tokens.ground, paper: tokens.card },
  text: { primary: tokens.text, secondary: tokens.quiet, disabled: tokens.faint },
  divider: tokens.line,
  edge: tokens.edge,
  lines: tokens.lines,
  action: { hover: tokens.hover, active: tokens.quiet, selected: tokens.primary.soft, disabled: tokens.faint },
});

const createThemeOptions = (tokens: Tokens): RaThemeOptions => ({
  palette: createPalette(tokens),
  typography,
  breakpoints: { values: BREAKPOINTS },
  shape: { borderRadius: 5 },
  sidebar: { width: SIDEBAR.open, closedWidth: SIDEBAR.closed },
  transitions: { duration },
  motion: { reducedMotion: 'system' },
  focusVisible: true,
  components: { ...surfaces, ...controls, ...inputs },
});

/** For `<Admin theme darkTheme>` and for elements outside react-admin. */
export const lightTheme = createThemeOptions(colors.light);
export const darkTheme = createThemeOptions(colors.dark);
