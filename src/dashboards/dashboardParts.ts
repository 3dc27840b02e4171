import type { Role } from 'portal-frame';
import { getPlugins } from 'portal-frame/browser/plugins';
import type { Feature } from 'portal-frame/wire';
import type { ComponentType } from 'react';
import type { Figures, Stat } from './StatCards.tsx';

/** Figures beside those of spec 2. */
export interface FurtherFigures {
  stats: readonly Stat[];
  /** Lines below figures, by name. */
  notes?: Record<string, string>;
  /** Undefined while loading. */
  figures: Figures | undefined;
}

/** Additions of a feature to a dashboard. */
export interface DashboardPart {
  /** The host offers it. */
  feature: Feature;
  /** Above the figures of spec 2; `figures` is undefined while they load. */
  Top: ComponentType<{ role: Role; figures: Figures | undefined }>;
  /** A hook; returns no figures on a host without the feature. */
  useFurtherFigures?: (role: Role) => FurtherFigures;
}

declare module 'portal-frame/plugin' {
  interface AppBrowserParts {
    /** Parts of dashboards by role. They load with the dashboard, as what appears later would move it. */
    dashboardParts?: { readonly [R in Role]?: () => Promise<{ readonly default: DashboardPart }> };
  }
}

/** Loads what a feature adds to a role's dashboard; undefined without one. */
export const loadDashboardPart = async (role: Role): Promise<DashboardPart | undefined> =>
  (
    await getPlugins()
      .find(({ dashboardParts }) => dashboardParts?.[role])
      ?.dashboardParts?.[role]?.()
  )?.default;
