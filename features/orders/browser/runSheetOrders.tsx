import { useQueryClient } from '@tanstack/react-query';
import type { VisitOrderParts, VisitOrderProps } from '../../runSheet/browser/runSheetPlaces.ts';
import { Fasting } from './FastingAnswer.tsx';
import { GapList } from './GapList.tsx';
import { getUnlabelledKinds, Labels } from './scan/Labels.tsx';
import { Kit } from './TubesToTake.tsx';
import { useReportQuestion } from './useReportQuestion.tsx';
import { useVisitOrder } from './useVisitOrder.ts';

/** Shows what is missing before a visit, if the patient fasts, and the tubes with their labels. */
function Order({ visit, offline, reports }: VisitOrderProps) {
  const queryClient = useQueryClient();
  return (
    <>
      {/* Stored by a version without orders. */}
      <GapList gaps={visit.gaps ?? []} />
      {visit.order && (
        <Fasting
          order={visit.order}
          offline={offline}
          onDone={() => queryClient.invalidateQueries({ queryKey: ['appointments'] })}
        />
      )}
      <Labels visit={visit} reports={reports} />
    </>
  );
}

/** Orders of visits on the run sheet. */
const visitOrders: VisitOrderParts = {
  Kit,
  Order,
  useOrder: (visit) => useVisitOrder(visit).data?.order ?? null,
  findObstacles: (visit, reports) => ({ started: visit.gaps ?? [], done: getUnlabelledKinds(visit, reports) }),
  useQuestion: useReportQuestion,
};
export default visitOrders;
