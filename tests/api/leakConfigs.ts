import type { AnyResource } from 'portal-frame';
import books from '../fixtures/books.ts';
import boxes from '../fixtures/boxes.ts';
import copies from '../fixtures/copies.ts';
import expenses from '../fixtures/expenses.ts';
import loans from '../fixtures/loans.ts';
import orders from '../fixtures/orders.ts';
import orderTests from '../fixtures/orderTests.ts';
import racks from '../fixtures/racks.ts';
import results from '../fixtures/results.ts';
import specimens from '../fixtures/specimens.ts';
import supplies from '../fixtures/supplies.ts';
import { withOrders } from './orderConfigs.ts';

/** Collections of the leak tests. */
export const LEAK_CONFIGS = [
  ...[supplies, racks, specimens, results, expenses, boxes, orders, orderTests, books, copies, loans],
  ...(withOrders().resources ?? []),
] as unknown as AnyResource[];
