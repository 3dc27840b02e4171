import { splitWords } from '../i18n/translateMessage.ts';
import { getRole, type Role } from '../wire/roles.ts';
import { type IntlShape, translateLabel } from './kind.ts';

/** What a role is called: its own label, the i18n files', else its name in words. */
export function getRoleName(role: Role, { t, locale }: Pick<IntlShape, 't' | 'locale'>): string {
  const { label } = getRole(role);
  return label ? translateLabel(label, { t, locale }) : t(`roles.${role}`, { _: splitWords(role) });
}
