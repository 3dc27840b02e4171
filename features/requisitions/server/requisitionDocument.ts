import type { CollectionRecord, RecordOf } from 'portal-frame';
import { defineDocument } from 'portal-frame/plugins/documents/server';
import { type RecordsContext, records } from 'portal-frame/server';
import { BUSINESS_SENDER } from '../../../server/outbox/businessProfile.ts';
import testOrders from '../../orders/resources/testOrders.ts';

type Order = RecordOf<typeof testOrders>;
interface OrderedTest {
  test: Pick<CollectionRecord<'tests'>, 'name' | 'loinc' | 'fastingHours' | 'preparation'>;
  volume: number;
  tube: string;
}

const VISIT_FIELDS = [
  ...(['patientName', 'dateOfBirth', 'gender', 'contactNumber', 'address'] as const),
  ...(['appointmentDateTime', 'laboratory'] as const),
] as const;

const findVisit = ({ appointment }: Order, context: RecordsContext) =>
  records(context).findOne('appointments', appointment, { fields: VISIT_FIELDS });

/** Finds the ordered tests with the names of their tubes. */
async function findTests({ tests }: Order, context: RecordsContext): Promise<OrderedTest[]> {
  const api = records(context);
  const found = (await api.find('tests', { where: { id: tests ?? [] }, perPage: 100 })).records;
  const kinds = (await api.find('tubeKinds', { where: { id: found.map(({ tubeKind }) => tubeKind) }, perPage: 100 }))
    .records;
  const names = new Map(kinds.map(({ id, name }) => [id, name]));
  return found
    .map((test) => ({ test, volume: test.volume, tube: names.get(test.tubeKind) ?? '' }))
    .toSorted((a, b) => a.tube.localeCompare(b.tube) || a.test.name.localeCompare(b.test.name));
}

/** Requisition that travels with the tubes: patient, visit, and the tests with their tubes. */
export const requisitionDocument = defineDocument(testOrders, {
  name: 'requisition',
  roles: ['admin', 'laboratory', 'employee'],
  sender: { ...BUSINESS_SENDER, expected: ['name', 'address', 'phone'] },
  fileName: ({ requisition, id }) => `requisition-${(requisition ?? id).replace(/[^\w-]+/g, '-')}`,
  title: ({ requisition }, { say }) => say('documents.requisition', { number: requisition ?? '' }).trim(),
  facts: ['requisition', 'orderedBy', 'fasting'],
  async addressees(order, context, { say, day, moment }) {
    const visit = await findVisit(order, context);
    const patient = [visit.patientName, visit.dateOfBirth && day(visit.dateOfBirth), visit.gender];
    return [
      {
        label: say('documents.patient'),
        lines: [...patient, visit.contactNumber, visit.address].filter((line): line is string => Boolean(line)),
      },
      {
        label: say('documents.collection'),
        lines: [moment(visit.appointmentDateTime), visit.laboratory ?? ''].filter(Boolean),
      },
    ];
  },
  rows: findTests,
  tables: [
    {
      heading: 'documents.tests',
      columns: [
        { label: 'documents.test', width: 3, value: ({ test }: OrderedTest) => test.name },
        { label: 'documents.loinc', width: 1.2, value: ({ test }: OrderedTest) => test.loinc },
        { label: 'documents.tube', width: 2, value: ({ tube }: OrderedTest) => tube },
        { label: 'documents.volume', as: 'number', width: 1.2, value: ({ volume }: OrderedTest) => volume },
        {
          label: 'documents.fastingHours',
          as: 'number',
          width: 1.2,
          value: ({ test }: OrderedTest) => test.fastingHours,
        },
      ],
    },
  ],
});
