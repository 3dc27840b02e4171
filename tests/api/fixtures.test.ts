import { isFullSize } from 'portal-frame/testing/size';
import { describe } from 'vitest';
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
import { testCollection } from './collectionTest.ts';

/** Checks the promises of generated tests on the resources of the documentation. */
const RESOURCES = [supplies, racks, specimens, results, expenses, boxes, orders, orderTests, books, copies, loans];
const SOME = [orders];
describe.each(isFullSize ? RESOURCES : SOME)('$name', (resource) => {
  testCollection(resource, [racks, specimens, results, boxes, orders, orderTests, books, copies]);
});
