import { useEffect } from 'react';
import { translate } from '../i18n/provider.ts';

/**
 * Names the browser's tab after the screen: the nearest first, the portal's name last. Never after a person: what a tab
 * is called stays in the browser's history, also on a device that several share.
 * @example useTabTitle(open && one, many)
 */
export function useTabTitle(...names: (string | false | undefined)[]): void {
  const title = [...names, translate('app.name')].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
