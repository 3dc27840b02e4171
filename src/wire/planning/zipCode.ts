/** Returns the last ZIP code in an address, without the +4; '' if there is none. A house number begins the address. */
export const readZip = (address: string): string =>
  [...address.trim().matchAll(/(?:(?<=.)|^(?=\S*$))\b(\d{5})(?:-\d{4})?\b/gs)].at(-1)?.[1] ?? '';
