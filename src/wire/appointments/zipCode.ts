/** Returns the last ZIP code in an address, without the +4; '' if there is none. A house number begins the address. */
export const readZip = (address: string): string =>
  [...address.trim().matchAll(/(?:(?<=.)|^(?=\S*$))\b(\d{5})(?:-\d{4})?\b/gs)].at(-1)?.[1] ?? '';

const STATE_AND_ZIP = /,?\s[A-Z]{2},?\s\d{5}(?:-\d{4})?$/;

/** Returns the town of an address such as '12 Elm St, Camden, NJ 08101'; '' if it has none before state and ZIP code. */
export function readTown(address: string): string {
  // Single spaces keep the pattern linear.
  const text = address.trim().replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' '));
  const end = STATE_AND_ZIP.exec(text)?.index ?? 0;
  const town = text.slice(0, end).split(/[,\n]/).at(-1)?.trim() ?? '';
  return /\d/.test(town) ? '' : town;
}
