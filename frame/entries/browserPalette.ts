/** Browser entry for searches across resources: field, results and keyboard. */

export { takeEarlyText } from '../palette/earlyShortcut.ts';
export { SearchField } from '../palette/SearchField.tsx';
export { SearchResult } from '../palette/SearchResult.tsx';
export { isShortcut, SHORTCUT } from '../palette/shortcut.ts';
export { useEnterWhileLoading } from '../palette/useEnterWhileLoading.ts';
export { type Hit, useRecordSearch } from '../palette/useRecordSearch.ts';
