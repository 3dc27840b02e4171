/** Browser entry for searches across resources: field, results and keyboard. */

export { takeEarlyText } from '../search/earlyShortcut.ts';
export { SearchField } from '../search/SearchField.tsx';
export { SearchResult } from '../search/SearchResult.tsx';
export { isShortcut, SHORTCUT, UNDO_SHORTCUT } from '../search/shortcut.ts';
export { useEnterWhileLoading } from '../search/useEnterWhileLoading.ts';
export { type Hit, isSearchable, offersListCommands, useRecordSearch } from '../search/useRecordSearch.ts';
