import { mayDo } from 'portal-frame';
import { currentRole, findResource } from 'portal-frame/browser';

/** Paths and rights of the current role for test orders. */
export function getOrdersAccess() {
  const role = currentRole();
  const testOrders = findResource('testOrders');
  return {
    ...(role && testOrders?.roles[role]),
    may: (action: string) => testOrders !== undefined && mayDo(testOrders, role, action),
  };
}
