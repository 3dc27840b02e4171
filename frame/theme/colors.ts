import type { AppTheme } from '../app.ts';
import { dark, light, type Shade, type Tokens } from './tokens.ts';

const [appColors = {}] = Object.values(import.meta.glob<AppTheme>('/src/theme.ts', { eager: true, import: 'default' }));

/** Merges an app's colours over the frame's. Each shade merges separately, so an app may set `primary.main` only. */
export function mergeColors(tokens: Tokens, colors: AppTheme[Tokens['mode']] = {}): Tokens {
  const merged = Object.entries(colors).map(([name, color]) => [
    name,
    typeof color === 'string' ? color : { ...(tokens[name as keyof Tokens] as Shade), ...color },
  ]);
  return { ...tokens, ...Object.fromEntries(merged) };
}

export const colors: Readonly<Record<Tokens['mode'], Tokens>> = {
  light: mergeColors(light, appColors.light),
  dark: mergeColors(dark, appColors.dark),
};
