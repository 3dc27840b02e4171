import { getLastWeeks, records, systemContext } from 'portal-frame/server';
import { WIRE_FIELD_NAMES } from '../../src/wire/appointments/newAppointment.ts';
import { figuresOf, weeklyCounts } from '../store/dashboards.ts';
import { ownerOf } from './appointmentWire.ts';
import type { SomeHandlers } from './handler.ts';

/** Weeks of the chart, and number of other laboratories in it (spec 9). */
const WEEKS = 5;
const TOP = 3;

export const dashboardHandlers = {
  async adminDashboard(_, services) {
    const figures = await figuresOf(services.db);
    return {
      data: {
        totalEmployees: await records(systemContext(services)).count('employees'),
        totalAppointments: figures.total,
        pendingAppointments: figures.pending,
      },
    };
  },

  async employeeDashboard({ account }, { db }) {
    const { total, pending, earnedCents } = await figuresOf(db, ownerOf(account));
    return { data: { totalAppointments: total, pendingAppointments: pending, totalFees: earnedCents / 100 } };
  },

  async laboratoryDashboard({ account }, { db, config }) {
    const { total, pending, earnedCents } = await figuresOf(db, ownerOf(account));
    const weeks = getLastWeeks(config.timeZone, WEEKS);
    const laboratories = await weeklyCounts(db, weeks);
    const own = laboratories.find(({ id }) => id === account.id)?.counts ?? [];
    const others = laboratories.filter(({ id, counts }) => id !== account.id && counts.some((count) => count > 0));
    return {
      data: {
        metrics: { totalAppointments: total, pendingAppointments: pending, totalEarnings: earnedCents / 100 },
        weeklyAppointments: {
          currentLaboratory: weeks.map(({ label }, index) => ({ week: label, appointmentCount: own[index] ?? 0 })),
          topLaboratories: others.slice(0, TOP).map(({ id, name, counts }) => ({
            ...{ laboratoryId: id, [WIRE_FIELD_NAMES.laboratory]: name },
            weeklyAppointments: counts.map((appointmentCount) => ({ appointmentCount })),
          })),
        },
      },
    };
  },
} satisfies SomeHandlers;
