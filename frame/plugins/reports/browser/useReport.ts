import { useQuery } from '@tanstack/react-query';
import type { AnyResource } from 'portal-frame';
import { type DataProvider, useDataProvider } from 'ra-core';
import type { ReportConfig } from '../reportConfig.ts';

type Numbers = Readonly<Record<string, number | null>>;
/** Report of our server. The value of a period is its first day. */
export interface ReportReply {
  /** Columns of a split report, with their totals. */
  columns?: readonly { value: unknown; label?: string | null; others?: boolean; values: Numbers }[];
  groups: readonly { value: unknown; label?: string | null; values: Numbers; columns?: readonly Numbers[] }[];
  total: Numbers;
  more: boolean;
}

export interface ReportProps {
  resource: AnyResource;
  report: ReportConfig<string>;
}

interface RouteProvider {
  callRoute(resource: string, params: object): Promise<{ data: ReportReply }>;
}

/** Fetches a report, unless it is not `enabled`. Changes of the resource's records refetch it. */
export function useReport(
  resource: string,
  report: string,
  filter: Readonly<Record<string, unknown>>,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const provider = useDataProvider<DataProvider & RouteProvider>();
  return useQuery<ReportReply, Error>({
    queryKey: [resource, 'report', report, filter],
    queryFn: async ({ signal }) => {
      const query = Object.keys(filter).length > 0 && { query: { filter: JSON.stringify(filter) } };
      return (await provider.callRoute(resource, { path: ['reports', report], ...query, signal })).data;
    },
    placeholderData: (before) => before,
    enabled,
  });
}
