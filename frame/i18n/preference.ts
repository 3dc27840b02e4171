/** Reads a value of react-admin's store from local storage before react-admin has loaded. */
export function readPreference(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`RaStore.${name}`) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the saved language, or the browser's if none is saved; English if it is not available. */
export function getPreferredLanguage(isAvailable: (locale: string) => boolean): string {
  const preferred = String(readPreference('locale') ?? navigator.language.slice(0, 2));
  return isAvailable(preferred) ? preferred : 'en';
}
