import { toPayoutKey } from '../../resources/documentStates.ts';
import { defineEntryRefresh } from './refreshEntries.ts';

export default defineEntryRefresh('payout', toPayoutKey);
