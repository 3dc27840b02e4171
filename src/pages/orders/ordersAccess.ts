import { resources } from '../../../frame/config/registry.ts';
import { mayDo } from '../../../frame/config/resource.ts';
import { currentRole } from '../../../frame/session/session.ts';

/** Paths and rights of the current role for test orders. */
export function getOrdersAccess() {
  const role = currentRole();
  const testOrders = resources.find(({ name }) => name === 'testOrders');
  return {
    ...(role && testOrders?.roles[role]),
    may: (action: string) => testOrders !== undefined && mayDo(testOrders, role, action),
  };
}
