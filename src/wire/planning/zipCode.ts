/** Returns the last ZIP code in an address, without the +4; '' if there is none. */
export const readZip = (address: string): string => [...address.matchAll(/\b(\d{5})(?:-\d{4})?\b/g)].at(-1)?.[1] ?? '';
