/**
 * A choice that react-admin's store keeps in local storage (`theme`, `locale`), read before react-admin is there.
 * Undefined where nothing was chosen yet.
 */
export function readPreference(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`RaStore.${name}`) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The language that was chosen here before, else the one that the browser asks for first; English where it is not there. */
export function getPreferredLanguage(isThere: (locale: string) => boolean): string {
  const preferred = String(readPreference('locale') ?? navigator.language.slice(0, 2));
  return isThere(preferred) ? preferred : 'en';
}
