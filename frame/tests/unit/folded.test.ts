import { expect, test } from 'vitest';
import { normalizeText } from '../../wire/normalizeText.ts';
import { isNightly } from '../api/size.ts';

test.each([
  ['Łukasz Żółć', 'lukasz zolc'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['Søren Ærø', 'soren aero'],
  ['Œuvre', 'oeuvre'],
  ['Đorđe', 'dorde'],
  ['Guðrún Þórsdóttir', 'gudrun thorsdottir'],
  ['Ħamrun Ŧ', 'hamrun t'],
  ['Işıl', 'isil'],
  ['IŞIL', 'isil'],
  ['İnci', 'inci'],
  ['Ὀδυσσεύς', 'οδυσσευσ'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Ｊｏｈｎ　Ｄｏｅ', 'john doe'],
  ['ﬁne', 'fine'],
  ['D’Angelo', "d'angelo"],
  ['Nguyễn', 'nguyen'],
])('normalizes %s to %s', (text, expected) => expect(normalizeText(text)).toBe(expected));

test('is idempotent, and only lowercases plain letters', () => {
  const odd: string[] = [];
  for (let code = 0; code < 0x11_0000; code += code < 0x3000 || isNightly ? 1 : 31) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const once = normalizeText(String.fromCodePoint(code));
    if (normalizeText(once) !== once || (code < 128 && once !== String.fromCodePoint(code).toLowerCase()))
      odd.push(code.toString(16));
  }
  expect(odd).toEqual([]);
});
