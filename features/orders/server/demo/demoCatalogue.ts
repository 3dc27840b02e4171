import type { Cap, Temperature } from '../../../../src/wire/orderApi.ts';

/** Name, cap, additive, order of draw, volume and minimum volume in mL. */
export const TUBE_KINDS: readonly (readonly [string, Cap, string, number, number, number])[] = [
  ['Blood culture bottle', 'yellow', 'Culture broth', 1, 10, 8],
  ['Citrate 2.7 mL', 'lightBlue', 'Sodium citrate 3.2 %', 2, 2.7, 2.4],
  ['Serum gel 5 mL', 'gold', 'Clot activator and gel', 3, 5, 2],
  ['Lithium heparin 4 mL', 'green', 'Lithium heparin', 4, 4, 2],
  ['EDTA 4 mL', 'lavender', 'K2 EDTA', 5, 4, 2],
  ['Fluoride 2 mL', 'gray', 'Sodium fluoride and oxalate', 6, 2, 1],
];

interface DemoTest {
  name: string;
  loinc: string;
  kind: string;
  volume: number;
  fastingHours?: number;
  ownTube?: true;
  preparation?: string;
  /** Stated by most laboratories of the demo. */
  stability?: readonly [hours: number, Temperature];
}

export const DEMO_TESTS: readonly DemoTest[] = [
  { name: 'CBC with differential', loinc: '57021-8', kind: 'EDTA 4 mL', volume: 1, stability: [24, 'room'] },
  {
    name: 'Comprehensive metabolic panel',
    loinc: '24323-8',
    kind: 'Serum gel 5 mL',
    volume: 1.5,
    fastingHours: 8,
    stability: [4, 'room'],
  },
  {
    name: 'Lipid panel',
    loinc: '24331-1',
    kind: 'Serum gel 5 mL',
    volume: 1,
    fastingHours: 12,
    stability: [6, 'room'],
  },
  { name: 'Hemoglobin A1c', loinc: '4548-4', kind: 'EDTA 4 mL', volume: 0.5, stability: [72, 'room'] },
  { name: 'PT / INR', loinc: '6301-6', kind: 'Citrate 2.7 mL', volume: 2.7, stability: [24, 'room'] },
  { name: 'TSH', loinc: '3016-3', kind: 'Serum gel 5 mL', volume: 1, stability: [8, 'room'] },
  { name: 'Vitamin D, 25-hydroxy', loinc: '1989-3', kind: 'Serum gel 5 mL', volume: 1 },
  { name: 'Ferritin', loinc: '2276-4', kind: 'Serum gel 5 mL', volume: 0.5, stability: [8, 'room'] },
  {
    name: 'Glucose, fasting',
    loinc: '1558-6',
    kind: 'Fluoride 2 mL',
    volume: 1,
    fastingHours: 8,
    stability: [24, 'room'],
  },
  {
    name: 'Ammonia',
    loinc: '16362-6',
    kind: 'Lithium heparin 4 mL',
    volume: 2,
    ownTube: true,
    preparation: 'No smoking and no clenched fist before the draw. On ice at once.',
    stability: [0.5, 'refrigerated'],
  },
  { name: 'Blood culture', loinc: '600-7', kind: 'Blood culture bottle', volume: 20, stability: [4, 'room'] },
  {
    name: 'Drug level (trough)',
    loinc: '4049-3',
    kind: 'Serum gel 5 mL',
    volume: 1,
    preparation: 'Before the next dose.',
  },
];

export const CLINICIANS = ['Dr. Amara Osei', 'Dr. Lucía Ferrer', 'Dr. Henrik Dahl', 'Priya Raman, NP'] as const;
