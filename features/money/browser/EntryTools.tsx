import type { CellProps, Lazy } from 'portal-frame';
import { lazyComponent } from 'portal-frame/browser';
import { getPlugins } from 'portal-frame/browser/plugins';

declare module 'portal-frame/plugin' {
  interface AppBrowserParts {
    /** A tool of ledger entries, for admins. */
    entryTool?: Lazy<CellProps>;
  }
}

/** Tools of other features for a ledger entry. */
export default function EntryTools(props: CellProps) {
  return getPlugins().map(({ plugin, entryTool }) => {
    const Tool = entryTool && lazyComponent(entryTool);
    return Tool && <Tool key={plugin.name} {...props} />;
  });
}
