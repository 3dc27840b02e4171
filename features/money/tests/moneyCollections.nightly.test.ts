import { testCollection } from '../../../tests/api/collectionTest.ts';
import trips from '../../mileage/resources/trips.ts';
import payRates from '../resources/payRates.ts';
import prices from '../resources/prices.ts';

testCollection(prices);
testCollection(payRates);
testCollection(trips);
