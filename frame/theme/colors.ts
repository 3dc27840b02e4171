import type { AppTheme } from '../app.ts';
import { dark, light, type Shade, type Tokens } from './tokens.ts';

/** The app's own colours: src/theme.ts, which is found; what it leaves out is the frame's. */
const [appColors = {}] = Object.values(import.meta.glob<AppTheme>('/src/theme.ts', { eager: true, import: 'default' }));

/** The frame's colours with an app's over them, each shade on its own: one may name `primary.main` alone. */
export function mergeColors(tokens: Tokens, colors: AppTheme[Tokens['mode']] = {}): Tokens {
  const merged = Object.entries(colors).map(([name, color]) => [
    name,
    typeof color === 'string' ? color : { ...(tokens[name as keyof Tokens] as Shade), ...color },
  ]);
  return { ...tokens, ...Object.fromEntries(merged) };
}

/** The colours of the app in each mode. */
export const colors: Readonly<Record<Tokens['mode'], Tokens>> = {
  light: mergeColors(light, appColors.light),
  dark: mergeColors(dark, appColors.dark),
};
