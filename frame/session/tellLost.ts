import { translate } from '../i18n/provider.ts';
import { toast } from '../notify/toast.ts';
import type { Unsent } from './waiting.ts';

/** What is not sent, in words: of photos and of reports, where there are any. */
export const unsentWords = ({ photos, reports }: Unsent): string[] => [
  ...(photos > 0 ? [translate('runSheet.unsent', { smart_count: photos })] : []),
  ...(reports > 0 ? [translate('visitReports.unsent', { smart_count: reports })] : []),
];

/** Tells what went unsent with the session; says nothing where there was none. */
export function tellLost({ photos, reports }: Unsent): void {
  if (photos > 0) toast.error(translate('runSheet.lost', { smart_count: photos }));
  if (reports > 0) toast.error(translate('visitReports.lost', { smart_count: reports }));
}
