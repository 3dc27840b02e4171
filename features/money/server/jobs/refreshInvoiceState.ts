import { toInvoiceKey } from '../../resources/documentStates.ts';
import { defineEntryRefresh } from './refreshEntries.ts';

export default defineEntryRefresh('invoice', toInvoiceKey);
