/** The same business for our app and the plain server. */
export const BRANCHES = 50;
export const KINDS = ['Hammer', 'Saw', 'Drill', 'Ladder', 'Wrench', 'Sander', 'Mower', 'Pump'];
const WORDS = 'handle oiled checked worn blade sharp spare case missing screw bolt steel wood grip battery'.split(' ');
export const PEERS = {
  manager: { email: 'manager@peers.test', password: 'green-Ledgers-upon-42-shelves' },
  clerk: { email: 'clerk@peers.test', password: 'blue-Ledgers-upon-43-shelves' },
};
export type Role = keyof typeof PEERS;

export const idOf = (n: number) => n.toString(16).padStart(24, '0');
/** A number that looks random. */
const mix = (n: number, stream: number) => (Math.imul(n + stream * 7919, 2654435761) >>> 0) >>> 7;
const day = (n: number) => new Date(Date.UTC(2015, 0, 1) + n * 86_400_000).toISOString().slice(0, 10);

export function toolValues(n: number) {
  const kind = KINDS[mix(n, 1) % KINDS.length] ?? '';
  const note = Array.from({ length: 12 + (mix(n, 2) % 20) }, (_, at) => WORDS[mix(n * 40 + at, 3) % WORDS.length]);
  if (n % 20 === 0) note.splice(3, 0, 'walnut');
  return {
    name: `${WORDS[mix(n, 4) % WORDS.length]} ${kind.toLowerCase()} ${n}`,
    code: `T-${n}`,
    kind,
    price: (500 + (mix(n, 5) % 90_000)) / 100,
    bought: day(mix(n, 6) % 4200),
    branch: idOf(1 + (mix(n, 7) % BRANCHES)),
    note: `${note.join(' ')}.`,
  };
}

export const loanValues = (n: number, tools: number) => ({
  tool: idOf(1 + (mix(n, 8) % tools)),
  out: `${day(mix(n, 9) % 4200)}T10:00:00.000Z`,
  due: day(14 + (mix(n, 9) % 4200)),
  state: n % 7 ? 'Returned' : 'Out',
});
