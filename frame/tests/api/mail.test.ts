// On SQLite only: nothing here depends on the database.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getLogReason } from '../../server/base/systemErrors.ts';
import { createMailer, type Mailer } from '../../server/mail/mailer.ts';
import { expectOutput } from '../unexpectedOutput.ts';
import { type SmtpDouble, startSmtp } from './smtp.ts';

let dataDir: string;
let mailer: Mailer | undefined;
let smtp: SmtpDouble | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mail-'));
});
afterEach(async () => {
  mailer?.close();
  await smtp?.stop();
  mailer = smtp = undefined;
  await rm(dataDir, { recursive: true });
});

const mail = { to: 'zoë@example.com', subject: 'Your code — été', text: 'Hello Zoë,\n\nyour code is 123456.\n' };
const mailFrom = 'Portal <portal@example.com>';

describe('mail through an SMTP server', () => {
  it('delivers sender, recipient, subject and text', async () => {
    smtp = await startSmtp();
    mailer = createMailer({ smtpUrl: smtp.url, mailFrom, dataDir });
    await mailer.send({ ...mail, to: 'zoe@example.com' });
    expect(smtp.mails).toHaveLength(1);
    const [received] = smtp.mails;
    expect(received?.to).toEqual(['zoe@example.com']);
    expect(received?.from).toBe('portal@example.com');
    expect(received?.text).toBe(mail.text.trim());
    expect(received?.raw).toContain('Subject: =?UTF-8?');
  });

  it('signs in with the user and password of the URL', async () => {
    smtp = await startSmtp({ user: 'portal', pass: 's3cret' });
    mailer = createMailer({ smtpUrl: smtp.url, mailFrom, dataDir });
    await mailer.send({ ...mail, to: 'zoe@example.com' });
    expect(smtp.mails).toHaveLength(1);
  });

  it('treats an address with commas or line breaks as one recipient (ASVS 1.3.11)', async () => {
    smtp = await startSmtp();
    mailer = createMailer({ smtpUrl: smtp.url, mailFrom, dataDir });
    await mailer.send({ ...mail, to: 'a@example.com,b@example.com' }).catch(() => undefined);
    await mailer.send({ ...mail, to: 'c@example.com', subject: 'Hi\r\nBcc: d@example.com' });
    const recipients = smtp.mails.flatMap((one) => one.to);
    expect(recipients).not.toContain('b@example.com');
    expect(recipients).not.toContain('d@example.com');
    expect(recipients).toContain('c@example.com');
    expect(smtp.mails.at(-1)?.raw).not.toMatch(/^Bcc:/im);
  });

  it('requires TLS for other machines unless SMTP_INSECURE allows it (ASVS 12.3.2)', async () => {
    // 0.0.0.0 reaches this machine, but is not a loopback address.
    const elsewhere = (double: SmtpDouble, query = '') => `${double.url.replace('127.0.0.1', '0.0.0.0')}/${query}`;
    const send = (smtpUrl: string, smtpInsecure = false) => {
      mailer?.close();
      mailer = createMailer({ smtpUrl, smtpInsecure, mailFrom, dataDir });
      return mailer.send({ ...mail, to: 'zoe@example.com' });
    };
    smtp = await startSmtp({ user: 'portal', pass: 's3cret' });
    for (const query of ['', '?ignoreTLS=true', '?requireTLS=false', '?secure=false&opportunisticTLS=true'])
      await expect(send(elsewhere(smtp, query))).rejects.toThrow(/STARTTLS|TLS/);
    expect(smtp.mails).toEqual([]);
    await send(elsewhere(smtp), true);
    expect(smtp.mails).toMatchObject([{ secure: false }]);
    await smtp.stop();
    expectOutput('smtp-server is using the built-in default TLS certificate');
    smtp = await startSmtp({ tls: true });
    // Self-signed certificate.
    await expect(send(elsewhere(smtp))).rejects.toThrow(/certificate/);
    await send(elsewhere(smtp, '?tls.rejectUnauthorized=false'));
    expect(smtp.mails).toMatchObject([{ secure: true }]);
  });

  it('accepts any certificate of a local relay unless SMTP_URL requires TLS', async () => {
    expectOutput('smtp-server is using the built-in default TLS certificate');
    smtp = await startSmtp({ tls: true });
    const send = (query: string) => {
      mailer?.close();
      mailer = createMailer({ smtpUrl: `${smtp?.url}/${query}`, mailFrom, dataDir });
      return mailer.send({ ...mail, to: 'zoe@example.com' });
    };
    await send('');
    expect(smtp.mails).toHaveLength(1);
    const refused = await send('?requireTLS=true').catch((cause: unknown) => cause);
    expect(getLogReason(refused)).toMatch(/^ESOCKET .*certificate/);
  });

  it('rejects if the server refuses the recipient or is unreachable', async () => {
    smtp = await startSmtp({ refuse: true });
    mailer = createMailer({ smtpUrl: smtp.url, mailFrom, dataDir });
    await expect(mailer.send({ ...mail, to: 'zoe@example.com' })).rejects.toThrow(/mailbox/i);
    await smtp.stop();
    await expect(mailer.send({ ...mail, to: 'zoe@example.com' })).rejects.toThrow(/ECONNREFUSED|connect/);
  });
});

describe('mail without an SMTP server', () => {
  it('writes private .eml files to the outbox, oldest first', async () => {
    mailer = createMailer({ mailFrom, dataDir });
    await mailer.send(mail);
    await mailer.send({ ...mail, to: 'second@example.com' });
    const outbox = join(dataDir, 'outbox');
    const files = (await readdir(outbox)).sort();
    expect(files).toHaveLength(2);
    expect(files.every((name) => name.endsWith('.eml'))).toBe(true);
    const first = await readFile(join(outbox, files[0] ?? ''), 'utf8');
    expect(first).toContain('From: Portal <portal@example.com>\r\n');
    expect(first).toContain('your code is 123456.');
    expect(await readFile(join(outbox, files[1] ?? ''), 'utf8')).toContain('To: second@example.com\r\n');
  });
});
