import { defineHooks } from 'portal-frame/server';
import payRates from '../../src/resources/payRates.ts';
import { keepClosedMonths } from '../money/closedMonths.ts';

export default defineHooks(payRates, keepClosedMonths);
