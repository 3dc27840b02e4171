import { API_ROOT } from 'portal-frame/wire';
import { expect, test } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';

const server = serverForAll({});

test('has no documents on a host without money', async () => {
  for (const document of ['invoice', 'statement'])
    for (const format of ['pdf', 'csv', 'preview']) {
      const reply = await server.inject({
        method: 'POST',
        url: `${API_ROOT}/documents/${document}/1/${format}`,
        headers: { authorization: `Bearer ${await server.tokenOf('admin')}` },
        payload: {},
      });
      expect(reply.statusCode).toBe(404);
    }
});
