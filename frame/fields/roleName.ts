import { splitWords } from '../i18n/translateMessage.ts';
import type { Role, RoleConfig } from '../wire/roles.ts';
import { type IntlShape, translateLabel } from './kind.ts';

/** Returns the role's label, its i18n text, or its name split into words. */
export function getRoleName(
  role: Role,
  { label }: Pick<RoleConfig, 'label'>,
  { t, locale }: Pick<IntlShape, 't' | 'locale'>,
): string {
  return label ? translateLabel(label, { t, locale }) : t(`roles.${role}`, { _: splitWords(role) });
}
