import { expect, test } from 'vitest';
import { mergeColors } from '../../theme/colors.ts';
import { dark, light, TONES, type Tokens } from '../../theme/tokens.ts';

/** Relative luminance and contrast as defined by WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const pairs = (tokens: Tokens) => [
  ...[tokens.ground, tokens.card].flatMap((ground) => [tokens.text, tokens.quiet].map((text) => [text, ground])),
  ...TONES.flatMap((tone) => [
    [tokens[tone].contrastText, tokens[tone].main],
    [tokens[tone].strong, tokens[tone].soft],
    [tokens[tone].main, tokens.card],
  ]),
  ...[tokens.cover.start, tokens.cover.middle, tokens.cover.end].map((ground) => [tokens.cover.text, ground]),
];

test.each([light, dark])('gives text a contrast of 4.5, $mode', (tokens) => {
  expect(pairs(tokens).filter(([text = '', ground = '']) => contrast(text, ground) < 4.5)).toEqual([]);
});

test('merges the colours of an app with the defaults', () => {
  const own = mergeColors(light, { primary: { main: '#7a2e12' }, ground: '#ffffff', lines: { own: '#7a2e12' } });
  expect(own).toEqual({
    ...light,
    ground: '#ffffff',
    primary: { ...light.primary, main: '#7a2e12' },
    lines: { ...light.lines, own: '#7a2e12' },
  });
  expect(mergeColors(dark)).toEqual(dark);
});
