import { useListContext } from 'ra-core';
import ReportGrid from './ReportGrid.tsx';
import { useTotals } from './useTotals.ts';

export default function ListTotals() {
  const { filterValues } = useListContext();
  const reports = useTotals();
  return reports.length > 0 ? <ReportGrid reports={reports} filter={filterValues} /> : null;
}
