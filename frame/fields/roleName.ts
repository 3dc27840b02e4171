import { words } from '../i18n/say.ts';
import { type Role, roleOf } from '../wire/roles.ts';
import { type IntlShape, labelText } from './kind.ts';

/** What a role is called: its own label, the i18n files', else its name in words. */
export function roleName(role: Role, { t, locale }: Pick<IntlShape, 't' | 'locale'>): string {
  const { label } = roleOf(role);
  return label ? labelText(label, { t, locale }) : t(`roles.${role}`, { _: words(role) });
}
