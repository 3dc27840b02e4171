import { getAppParts } from '../app.ts';
import { translate } from '../i18n/provider.ts';
import { toast } from '../notify/toast.ts';
import type { UnsentCounts } from './unsentWork.ts';

const messages = (waiting: UnsentCounts, text: 'unsent' | 'lost'): string[] =>
  Object.entries(getAppParts().offline?.kinds ?? {}).flatMap(([kind, texts]) => {
    const count = waiting[kind] ?? 0;
    return count > 0 ? [translate(texts[text], { smart_count: count })] : [];
  });

/** Describes unsent work, one text per kind. */
export const describeUnsent = (waiting: UnsentCounts): string[] => messages(waiting, 'unsent');

/** Shows what was lost with the session, if anything. */
export function notifyLostWork(lost: UnsentCounts): void {
  for (const text of messages(lost, 'lost')) toast.error(text);
}
