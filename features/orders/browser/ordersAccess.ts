import { mayDo } from 'portal-frame';
import { currentRole, findResource } from 'portal-frame/browser';

export function getOrdersAccess() {
  const role = currentRole();
  const testOrders = findResource('testOrders');
  return {
    ...(role && testOrders?.roles[role]),
    may: (action: string) => testOrders !== undefined && mayDo(testOrders, role, action),
  };
}
