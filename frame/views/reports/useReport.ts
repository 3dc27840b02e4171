import { useQuery } from '@tanstack/react-query';
import { type DataProvider, useDataProvider } from 'ra-core';
import type { ReportConfig } from '../../config/reports.ts';
import type { AnyResource } from '../../config/resource.ts';
import type { ReportParams, ReportReply } from '../../dataProvider/collectionsProvider.ts';

export interface ReportProps {
  resource: AnyResource;
  report: ReportConfig<string>;
}

interface ReportProvider {
  getReport(resource: string, params: ReportParams): Promise<{ data: ReportReply }>;
}

/** Fetches a report. Changes of the resource's records refetch it. */
export function useReport(resource: string, report: string, filter: Readonly<Record<string, unknown>>) {
  const provider = useDataProvider<DataProvider & ReportProvider>();
  return useQuery<ReportReply, Error>({
    queryKey: [resource, 'report', report, filter],
    queryFn: async ({ signal }) => (await provider.getReport(resource, { report, filter, signal })).data,
    placeholderData: (before) => before,
  });
}
