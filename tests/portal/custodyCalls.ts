import { ID } from './callSamples.ts';
import type { SpecCall } from './commonCalls.ts';

const CUSTODY_EVENT = {
  device: 'b6a1f2d4-7c1e-4a55-9f0e-3d2c1b0a9f8e',
  seq: 1,
  code: 'S39',
  label: 'TB-0001',
  visit: ID,
  handOver: '',
  madeAt: '2026-01-15T14:40:00.000Z',
  previous: '',
  hash: 'a'.repeat(64),
};

export const custodyCalls = {
  addCustodyEvents: {
    wire: 'POST /employee/add-custody-events',
    body: { events: [CUSTODY_EVENT] },
    data: { kept: 1 },
    messages: ['The custody of this tube could not be loaded'],
  },
  handOverTubes: {
    wire: 'POST /employee/hand-over-tubes',
    body: { key: 'a-hand-over', laboratory: ID, labels: ['TB-0001'] },
    data: { _id: ID, taken: ['TB-0001'], left: [] },
    messages: ['The tubes could not be handed over'],
  },
  tubesInHand: {
    wire: 'GET /employee/get-tubes-in-hand',
    data: [{ laboratory: ID, name: 'Laboratory', labels: ['TB-0001'] }],
    messages: ['The custody of this tube could not be loaded'],
  },
  closeHandOver: {
    wire: 'POST /laboratory/close-hand-over/{id}',
    body: { labels: ['TB-0001'] },
    data: { expected: 1, scanned: ['TB-0001'], missing: [], unknown: [] },
    messages: ['The tubes could not be handed over'],
  },
  tubeCustody: {
    wire: 'GET /common/get-tube-custody/{id}',
    role: 'laboratory',
    data: [],
    messages: ['The custody of this tube could not be loaded'],
  },
} satisfies Record<string, SpecCall>;
