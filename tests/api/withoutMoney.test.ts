import { API_ROOT } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { serverForAll } from './harness.ts';

const server = serverForAll({});

test('has no documents on a host without money', async () => {
  for (const resource of ['invoices', 'payouts'])
    for (const format of ['pdf', 'csv']) {
      const reply = await server.inject({
        method: 'POST',
        url: `${API_ROOT}/common/money-document/1/${format}`,
        headers: { authorization: `Bearer ${await server.tokenOf('admin')}` },
        payload: { resource },
      });
      expect(reply.statusCode).toBe(404);
    }
});
