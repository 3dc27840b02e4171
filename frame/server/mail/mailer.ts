import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { isLoopback } from '../base/network.ts';

export interface Mail {
  /** A single address, even if it contains a comma. */
  to: string;
  subject: string;
  text: string;
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[];
}

export interface MailSettings {
  /** Without it, mail is written to DATA_DIR/outbox. */
  smtpUrl?: string | undefined;
  smtpInsecure?: boolean;
  mailFrom: string;
  dataDir: string;
}

export interface Mailer {
  /** Rejects if the mail server does. Never await it in a public call. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Creates a mailer for SMTP_URL, or for .eml files in DATA_DIR/outbox. */
export function createMailer({ smtpUrl, smtpInsecure = false, mailFrom, dataDir }: MailSettings): Mailer {
  const message = ({ to, subject, text, attachments }: Mail) => ({
    from: mailFrom,
    to: { name: '', address: to },
    subject,
    text,
    ...(attachments && { attachments: [...attachments] }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const options = smtpUrl
    ? { ...TIMEOUTS, url: smtpInsecure ? smtpUrl : requireRemoteTls(smtpUrl) }
    : { streamTransport: true, buffer: true, newline: 'windows' };
  let transport: Promise<Transporter> | undefined;
  return {
    async send(mail) {
      transport ??= import('nodemailer').then(({ createTransport }) => createTransport(options));
      const sent = await (await transport).sendMail(message(mail));
      if (!smtpUrl) await writeMailFile(join(dataDir, 'outbox'), sent.message as Buffer);
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** Requires TLS of remote mail servers. On loopback any certificate is accepted, unless the URL has TLS options. */
function requireRemoteTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (isLoopback(url.hostname)) {
    const asks =
      url.protocol === 'smtps:' || ['requireTLS', 'tls.rejectUnauthorized'].some((name) => url.searchParams.has(name));
    if (!asks) url.searchParams.set('tls.rejectUnauthorized', 'false');
    return url.href;
  }
  for (const option of ['ignoreTLS', 'opportunisticTLS', 'secure']) url.searchParams.delete(option);
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/**
 * Writes a mail as a file whose name begins with the time, so that files sort by time. It is renamed when complete, so
 * readers never see part of it.
 */
async function writeMailFile(folder: string, content: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(':', '-');
  const name = join(folder, `${time}-${randomBytes(4).toString('hex')}.eml`);
  await writeFile(`${name}.part`, content, { mode: 0o600 });
  await rename(`${name}.part`, name);
}
