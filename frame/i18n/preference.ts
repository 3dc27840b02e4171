/**
 * A choice that react-admin's store keeps in local storage (`theme`, `locale`), read before react-admin is there.
 * Undefined where nothing was chosen yet.
 */
export function preference(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`RaStore.${name}`) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The language that was chosen here before, else Spanish where the browser asks for it first. */
export const wantedLanguage = (): 'en' | 'es' =>
  (preference('locale') ?? navigator.language.slice(0, 2)) === 'es' ? 'es' : 'en';
