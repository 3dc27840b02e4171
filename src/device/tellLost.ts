import { translate } from '../i18n/provider.ts';
import { toast } from '../layout/toast.ts';

/** Tells that photos went unsent with the session; says nothing where there were none. */
export function tellLost(photos: number): void {
  if (photos > 0) toast.error(translate('runSheet.lost', { smart_count: photos }));
}
