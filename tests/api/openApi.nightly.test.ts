// On SQLite only: nothing here depends on the database.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_ROOT } from 'portal-frame/wire';
import { expect, onTestFinished, test } from 'vitest';
import { installDocsTools } from '../../scripts/lib/docsTools.ts';
import { serverForAll } from './harness.ts';
import { withOrders } from './orderConfigs.ts';
import { getPartResources } from './partResources.ts';

const server = serverForAll({}, withOrders(...getPartResources('custody')));

test.each(['admin', 'laboratory'] as const)(
  'has no Redocly error or warning in the document for %s',
  async (person) => {
    const tools = await installDocsTools();
    const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const headers = { authorization: `Bearer ${await server.tokenOf(person)}` };
    const { payload } = await server.inject({ url: `${API_ROOT}/docs/json`, headers });
    const file = join(folder, 'openapi.json');
    writeFileSync(file, payload);
    const words = ['lint', file, '--config', join(tools, 'redocly.yaml'), '--format', 'json'];
    const said = execFileSync(process.execPath, [join(tools, 'node_modules/@redocly/cli/bin/cli.js'), ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
    });
    const { totals, problems } = JSON.parse(said);
    expect({ totals, problems }).toEqual({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
  },
);
