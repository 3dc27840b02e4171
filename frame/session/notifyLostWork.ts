import { getAppParts } from '../app.ts';
import { translate } from '../i18n/provider.ts';
import { toast } from '../notify/toast.ts';
import type { UnsentCounts } from './unsentWork.ts';

/** The texts of each kind of work of which there is some. */
const messages = (waiting: UnsentCounts, text: 'unsent' | 'lost'): string[] =>
  Object.entries(getAppParts().offline?.kinds ?? {}).flatMap(([kind, texts]) => {
    const count = waiting[kind] ?? 0;
    return count > 0 ? [translate(texts[text], { smart_count: count })] : [];
  });

/** What is not sent, in words: of each kind, where there is any. */
export const describeUnsent = (waiting: UnsentCounts): string[] => messages(waiting, 'unsent');

/** Notifies the person of what went unsent with the session; says nothing where there was none. */
export function notifyLostWork(lost: UnsentCounts): void {
  for (const text of messages(lost, 'lost')) toast.error(text);
}
