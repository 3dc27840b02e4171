import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect } from 'vitest';
import { decodeMailText } from '../../testing/mails.ts';
import { lasting } from './lasting.ts';

/** `text` is the decoded body. */
export interface ReceivedMail {
  from: string;
  to: string[];
  text: string;
  raw: string;
  /** True if it was sent over TLS. */
  secure: boolean;
}

export interface SmtpDouble {
  /** Value of SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** Waits for the next mail to this address, for at most `timeout` milliseconds. */
  next(to: string, timeout?: number): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

interface SmtpOptions {
  /** Requires this user. */
  user?: string;
  pass?: string;
  /** Refuses every recipient. */
  refuse?: boolean;
  /** Offers STARTTLS with a self-signed certificate. */
  tls?: boolean;
  /** A free port if omitted. */
  port?: number;
}

/** Starts a local SMTP server that stores received mails. */
export async function startSmtp({
  user,
  pass,
  refuse,
  tls,
  port: requested = 0,
}: SmtpOptions = {}): Promise<SmtpDouble> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(user ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    authOptional: !user,
    onAuth(auth, _session, done) {
      if (auth.username === user && auth.password === pass) done(null, { user: auth.username });
      else done(new Error('Wrong user or password'));
    },
    onRcptTo(_address, _session, done) {
      done(refuse ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((one) => one.address),
          text: decodeMailText(raw),
          raw,
          secure: session.secure,
        });
        done();
      });
    },
  });
  // A killed sender resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(requested, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const credentials = user ? `${user}:${pass}@` : '';
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    mails,
    async next(to, timeout) {
      const indexOf = () => mails.findIndex((one) => one.to.includes(to));
      await expect.poll(indexOf, { interval: 20, timeout, message: `no mail for ${to}` }).toBeGreaterThanOrEqual(0);
      return mails.splice(indexOf(), 1)[0] as ReceivedMail;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** One server for all tests of a file, or one per test. */
export const smtpFor = (which: 'all' | 'each') =>
  lasting(
    which,
    () => startSmtp(),
    (smtp) => smtp.stop(),
  );
