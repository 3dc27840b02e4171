/** Returns the address of a list with a filter. */
export const getFilteredPath = (list: string, filter: object): string =>
  `${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Returns the address of a record's show view. */
export const getRecordPath = (list: string, id: string): string => `${list}/${encodeURIComponent(id)}`;
