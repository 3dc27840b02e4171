/** A renamed key of a config, or a renamed export of an entry. `upgrade` rewrites apps by this table. */
export type ConfigRename = { since: string } & (
  | {
      /** The function whose argument holds the key. */
      call: string;
      /** Keys to the renamed one; `*` is any key or item. */
      path: readonly string[];
      to: string;
      /** Renames only these values, and the values with the key. */
      values?: Readonly<Record<string, string>>;
      /** The text now stands in braces under the new key of the config itself. */
      asTitle?: true;
    }
  | { imported: string; to: string }
);

/** Add a line here in the commit that renames a key, and a line to CHANGELOG.md. */
export const CONFIG_RENAMES: readonly ConfigRename[] = [
  { since: '0.2.0', imported: 'ME', to: 'me' },
  { since: '0.2.0', call: 'defineResource', path: ['check'], to: 'validate' },
  { since: '0.2.0', call: 'defineResource', path: ['roles', '*', 'rows'], to: 'where' },
  {
    since: '0.2.0',
    call: 'defineResource',
    path: ['list', 'filters', '*', 'test'],
    to: 'operator',
    values: { day: 'equals' },
  },
  { since: '0.2.0', call: 'defineResource', path: ['show', 'title'], to: 'title', asTitle: true },
  { since: '0.2.0', call: 'definePage', path: ['others'], to: 'defaultPath' },
];
