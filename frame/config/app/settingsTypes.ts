import type { Label, Lazy } from '../../fields/kind.ts';
import type { Role } from '../../wire/roles.ts';

/**
 * A section: lists that belong together, some of them outside the menu. It is a card of the settings screen, a link of
 * dashboards (`SectionLinks`), and the second level of the menu on each of its screens.
 */
export interface LinksCard {
  name: string;
  title: Label;
  hint: Label;
  resources: readonly string[];
  /** Paths of screens without a resource, listed before the resources. */
  pages?: readonly string[];
}

/** Section of the settings screen, above the frame's own sections. */
export interface SettingsSection {
  name: string;
  /** Roles that see it; 'managers' for those that manage. Default: all. */
  roles?: readonly Role[] | 'managers';
  /** Name of the section that it stands behind, such as 'sessions'. */
  after?: string;
  component: Lazy<{ role: Role }>;
}

/** App additions to the settings screen: the default export of src/settings.ts. */
export interface AppSettings {
  links?: readonly LinksCard[];
  sections?: readonly SettingsSection[];
}
