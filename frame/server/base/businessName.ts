import type { RequestTexts } from './serverTexts.ts';

/** Returns the sender name of the business's mail, else the name of the app. */
export function getBusinessName(
  { mailFrom }: { mailFrom: string },
  { translate }: Pick<RequestTexts, 'translate'>,
): string {
  const [name = '', address] = mailFrom.split('<');
  return (address && name.replaceAll('"', '').trim()) || translate('app.name');
}
