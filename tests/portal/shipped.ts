import type { RolePage } from '../../frame/config/page.ts';
import { pages } from '../../frame/config/pages.ts';
import { resources } from '../../frame/config/registry.ts';
import { isShippedPage, SHIPPED } from './shippedNames.ts';

/** Takes from the portal what a developer added, so that the specification's tests see what the specification says. */
export function keepShipped(): void {
  const shipped = resources.filter(({ name }) => SHIPPED.includes(name));
  resources.splice(0, resources.length, ...shipped);
  (pages as RolePage[]).splice(0, pages.length, ...pages.filter(isShippedPage));
}
