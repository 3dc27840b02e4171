import { defineHooks } from 'portal-frame/server';
import prices from '../../src/resources/prices.ts';
import { keepClosedMonths } from '../money/closedMonths.ts';

export default defineHooks(prices, keepClosedMonths);
