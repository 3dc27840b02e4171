import { getPlugins } from '../config/app/pluginList.ts';
import { resources } from '../config/registry.ts';
import { lazyComponent } from '../parts/lazyComponent.tsx';
import type { Role } from '../wire/roles.ts';

/**
 * Renders what plug-ins add to a role's dashboard, such as reports.
 * @example <DashboardItems role={role} />
 */
export const DashboardItems = ({ role }: { role: Role }) =>
  getPlugins().map(({ plugin: { name }, dashboardItem }) => {
    if (!dashboardItem?.isOffered(role, resources)) return null;
    const Item = lazyComponent(dashboardItem.component);
    return <Item key={name} role={role} />;
  });
