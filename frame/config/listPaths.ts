/**
 * Returns the address of a list with a filter.
 * @example getFilteredPath('/rentals', { state: 'overdue' })
 */
export const getFilteredPath = (list: string, filter: object): string =>
  `${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Returns the address of a record's show view, or with `form` ("edit") of its form. */
export const getRecordPath = (list: string, id: string, form?: string): string =>
  [list, encodeURIComponent(id), ...(form ? [form] : [])].join('/');
