import payRates from '../../src/resources/payRates.ts';
import prices from '../../src/resources/prices.ts';
import trips from '../../src/resources/trips.ts';
import { testCollection } from './collectionTest.ts';

testCollection(prices);
testCollection(payRates);
testCollection(trips);
