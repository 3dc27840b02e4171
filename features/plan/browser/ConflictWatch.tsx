import { type Mutation, useQueryClient } from '@tanstack/react-query';
import { getFilteredPath, hasFeature, toast } from 'portal-frame/browser';
import { omitEmpty } from 'portal-frame/wire';
import { type DataProvider, useDataProvider, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';

type Values = Record<string, unknown>;
type Filter = Values | null;

const ofEmployee = ({ employee, from, to }: Values): Filter => ({ employee, from, to });

/** The visits of the list that a change of a record can touch, by its resource; null: none. */
const TOUCHED: Readonly<Record<string, (record: Values, data: DataProvider) => Filter | Promise<Filter>>> = {
  timeOff: (record) => (record.state === 'approved' ? ofEmployee(record) : null),
  shifts: ofEmployee,
  credentials: ({ employee }) => ({ employee }),
  workRules: ({ employee }) => ({ employee }),
  employees: ({ id }) => ({ employee: id }),
  laboratories: ({ fullName }) => ({ laboratory: fullName }),
  async closedDays({ date, laboratory, worked }, data) {
    if (worked) return null;
    const found = laboratory ? await data.getOne('laboratories', { id: String(laboratory) }) : undefined;
    return { from: date, to: date, laboratory: found?.data.fullName };
  },
  skills: () => ({}),
  zones: () => ({}),
};

/** Returns the visits that a successful change touches: those of one record, or of all if it changed many. */
async function findTouched({ state, options }: Mutation, data: DataProvider): Promise<Filter> {
  const { resource = '', data: sent } = (state.variables ?? {}) as { resource?: string; data?: Values };
  const toFilter = TOUCHED[resource];
  // A deleted entry leaves more visits possible.
  if (!toFilter || /^delete/.test(String(options.mutationKey?.[1]))) return null;
  const isOne = state.data instanceof Object && 'id' in state.data;
  return isOne ? toFilter({ ...sent, ...(state.data as Values) }, data) : {};
}

/** After a change of people, days or rules, tells which visits it puts in conflict, and leads to them. Draws nothing. */
export default function ConflictWatch() {
  const t = useTranslate();
  const navigate = useNavigate();
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  useEffect(() => {
    if (!hasFeature('dispatch')) return;
    const tell = async (mutation: Mutation) => {
      const touched = await findTouched(mutation, dataProvider);
      if (!touched) return;
      const filter = { tab: 'conflicts', ...omitEmpty(touched) };
      const { total = 0 } = await dataProvider.getList('appointments', {
        ...{ filter, pagination: { page: 1, perPage: 1 }, sort: { field: 'appointmentDateTime', order: 'ASC' } },
      });
      if (total === 0) return;
      const run = () => navigate(getFilteredPath('/appointments', filter));
      const text = Object.keys(filter).length > 1 ? 'plan.touched' : 'plan.haveConflicts';
      // No action, as Ctrl+Z undoes the change.
      toast.warning(t(text, { smart_count: total }), undefined, { label: t('plan.showThem'), run });
    };
    return client.getMutationCache().subscribe(({ type, mutation, ...event }) => {
      const isDone = type === 'updated' && 'action' in event && event.action.type === 'success';
      // A failed count is no failure of the change; the tab shows the conflicts all the same.
      if (isDone && mutation) tell(mutation).catch(() => undefined);
    });
  }, [client, dataProvider, navigate, t]);
  return null;
}
