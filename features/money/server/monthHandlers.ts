import { type CallHandlers, notFound, records, systemContext } from 'portal-frame/server';
import { findCollection } from 'portal-frame/server/database';
import type { monthCalls } from '../wire/monthApi.ts';
import { previewMonth } from './previewMonth.ts';

export const monthHandlers = {
  async monthPreview({ params }, services) {
    if (!findCollection(services, 'periods')) throw notFound();
    const context = systemContext(services);
    const { month } = await records(context).findOne('periods', params.id, { fields: ['month'] });
    return { data: await previewMonth(context, month) };
  },
} satisfies CallHandlers<typeof monthCalls>;
