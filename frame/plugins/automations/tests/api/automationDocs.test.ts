// On SQLite only: nothing here depends on the database.
// The examples of docs/automations.md and docs/programs.md (frame/tests/docs).
import type { AnyResource } from 'portal-frame';
import { languages } from 'portal-frame/server/plugins';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { flattenTexts } from '../../../../i18n/texts.ts';
import { clientOf } from '../../../../tests/api/client.ts';
import { serverForTest } from '../../../../tests/api/harness.ts';
import { startSmtp } from '../../../../tests/api/smtp.ts';
import { checkAutomationParts } from '../../server/automationList.ts';
import { isGenuine } from '../docs/isGenuine.ts';
import loans from '../docs/loans.ts';
import loanTexts from '../docs/loanTexts.ts';
import printLabel from '../docs/printLabel.ts';

for (const language of ['en', 'es'])
  languages.set(language, { ...languages.get(language), ...flattenTexts(loanTexts) });

test('mails the reader of a returned loan', async () => {
  const resources = [loans as unknown as AnyResource];
  expect(() => checkAutomationParts(resources, [printLabel], languages)).not.toThrow();
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  const server = await serverForTest({ SMTP_URL: smtp.url }, { resources });
  server.services.jobs = [printLabel];
  const admin = clientOf(server, 'admin', 'loans');
  const lent = await admin.send('POST', '', { item: 'Saw', reader: 'ann@example.test', deposit: 250 });
  expect(lent.http).toBe(201);
  expect((await admin.send('POST', `/${lent.body.id}/giveBack`, {})).http).toBe(200);
  expect((await smtp.next('ann@example.test')).text).toContain('Saw came back in the state Returned.');
});

test('tells genuine webhooks from others', () => {
  const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
  const at = new Date();
  const body = '{"type":"parcels.transition"}';
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(secret).sign('msg_1', at, body)}`,
  };
  expect(isGenuine(secret, headers, body)).toBe(true);
  expect(isGenuine(secret, headers, `${body} `)).toBe(false);
  expect(isGenuine(secret, { ...headers, 'webhook-timestamp': '1' }, body)).toBe(false);
});
