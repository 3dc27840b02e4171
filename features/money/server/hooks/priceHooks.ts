import { defineHooks } from 'portal-frame/server';
import prices from '../../resources/prices.ts';
import { keepClosedMonths } from '../closedMonths.ts';

export default defineHooks(prices, keepClosedMonths);
