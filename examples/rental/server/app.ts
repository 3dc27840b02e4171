import { defineServer } from 'portal-frame/server';
import { startReservationCleanup } from './reservations.ts';

export default defineServer({ name: 'Tool Rental', jobs: [startReservationCleanup] });
