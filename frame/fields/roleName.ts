import { splitWords } from '../i18n/translateMessage.ts';
import { getRole, type Role } from '../wire/roles.ts';
import { type IntlShape, translateLabel } from './kind.ts';

/** Returns the role's label, its i18n text, or its name split into words. */
export function getRoleName(role: Role, { t, locale }: Pick<IntlShape, 't' | 'locale'>): string {
  const { label } = getRole(role);
  return label ? translateLabel(label, { t, locale }) : t(`roles.${role}`, { _: splitWords(role) });
}
