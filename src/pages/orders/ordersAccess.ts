import { mayDo } from 'portal-frame';
import { currentRole } from 'portal-frame/browser';
import { resources } from 'portal-frame/internal/browser';

/** Paths and rights of the current role for test orders. */
export function getOrdersAccess() {
  const role = currentRole();
  const testOrders = resources.find(({ name }) => name === 'testOrders');
  return {
    ...(role && testOrders?.roles[role]),
    may: (action: string) => testOrders !== undefined && mayDo(testOrders, role, action),
  };
}
