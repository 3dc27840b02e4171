import unhomoglyph from 'unhomoglyph';

/** Similar letters missing in the table of Unicode (UTS 39). */
const ALIKE: readonly [RegExp, string][] = [
  [/[i|]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** Latin small capitals, which neither table of Unicode knows. There is none of x. */
const SMALL_CAPITALS = [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'];
const LETTERS = 'abcdefghijklmnopqrstuvwyz';
const toLetter = (character: string) => LETTERS[SMALL_CAPITALS.indexOf(character)] ?? character;

/**
 * Returns a key that is equal for names and addresses that look alike. It ignores case, accents, spaces and punctuation;
 * '' if there are no letters or digits.
 */
export function toLookAlikeKey(text: string): string {
  // Twice, as a capital letter may look like a different letter than its small one.
  const plain = Array.from(text.normalize('NFKC'), toLetter).join('');
  let key = unhomoglyph(unhomoglyph(plain).toLowerCase()).toLowerCase();
  key = key.normalize('NFKD').replace(/[^\p{L}\p{N}|]/gu, '');
  for (const [pair, as] of ALIKE) key = key.replace(pair, as);
  return key;
}
