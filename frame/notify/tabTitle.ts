import { useEffect } from 'react';
import { translate } from '../i18n/provider.ts';

/**
 * Sets the browser tab's title, most specific name first. Never pass names of people: the browser's history keeps them.
 * @example useTabTitle(open && one, many)
 */
export function useTabTitle(...names: (string | false | undefined)[]): void {
  const title = [...names, translate('app.name')].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
