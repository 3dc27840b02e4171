import { toPayoutKey } from '../../src/resources/money/documentStates.ts';
import { defineEntryRefresh } from '../money/refreshEntries.ts';

export default defineEntryRefresh('payout', toPayoutKey);
