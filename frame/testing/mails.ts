import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const MAIL_TIMEOUT_MS = 10_000;

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Decodes the text of a mail; of one with attachments, its first part. */
export function decodeMailText(raw: string): string {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/);
  const body = raw.slice(head.length).trimStart();
  const boundary = /boundary="?([^";\r\n]+)/i.exec(head)?.[1];
  if (boundary) return decodeMailText((body.split(`--${boundary}`)[1] ?? '').trimStart());
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(head)?.[1]?.toLowerCase();
  const decode: Record<string, (text: string) => string> = {
    base64: (text) => Buffer.from(text, 'base64').toString('utf8'),
    'quoted-printable': decodeQuoted,
  };
  const text = rest.length > 0 ? (decode[encoding ?? '']?.(body) ?? body) : '';
  return text.replaceAll('\r\n', '\n').trim();
}

function decodeHeader(raw: string, name: string): string {
  const value = new RegExp(`^${name}: *(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw)?.[1] ?? '';
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    )
    .replace(/\r?\n\s+/g, ' ');
}

/** Lists the names of the mails in the data folder's outbox, oldest first. */
export function listMails(dataDir: string): string[] {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted();
}

interface WaitOptions {
  /** Names of mails that do not count. */
  seen?: readonly string[];
  /** Pattern that the text contains. */
  text?: RegExp;
}

/** Returns the newest mail to an address: its subject, an empty line, and its text. Waits for it. */
export async function waitForMail(dataDir: string, email: string, { seen = [], text = /^/ }: WaitOptions = {}) {
  for (const end = Date.now() + MAIL_TIMEOUT_MS; Date.now() < end; await delay(50)) {
    for (const name of listMails(dataDir).toReversed()) {
      if (seen.includes(name)) continue;
      const raw = readFileSync(join(dataDir, 'outbox', name), 'utf8');
      const body = decodeMailText(raw);
      if (decodeHeader(raw, 'to').includes(email) && text.test(body))
        return `Subject: ${decodeHeader(raw, 'subject')}\n\n${body}`;
    }
  }
  throw new Error(`No mail came to ${email}.`);
}
