import { defineHooks } from 'portal-frame/server';
import payRates from '../../resources/payRates.ts';
import { keepClosedMonths } from '../closedMonths.ts';

export default defineHooks(payRates, keepClosedMonths);
