import { Agent, get } from 'node:http';

export interface Target {
  url: string;
  token: string;
}

/** Settings of measured servers, whose few accounts ask more than people do. */
export const UNLIMITED = { REQUESTS_PER_MINUTE: '1000000' };

/** Requests a target and returns the length of the body. Throws unless the response is 200. */
function request({ url, token }: Target, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(url, { agent, headers }, (reply) => {
      let length = 0;
      reply.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      reply.on('end', () =>
        reply.statusCode === 200 ? resolve(length) : reject(new Error(`${url} answered ${reply.statusCode}`)),
      );
    }).on('error', reject);
  });
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Median response times (ms) over one connection, measured alternately. */
export async function medians(targets: readonly Target[], rounds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times = targets.map((): number[] => []);
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++) {
    for (const [index, target] of targets.entries()) {
      const start = performance.now();
      await request(target, agent);
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  agent.destroy();
  return times.map(median);
}

/** Responses per second over parallel connections during `ms` milliseconds. */
async function answersPerSecond(target: Target, connections: number, ms: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  let answers = 0;
  const one = async () => {
    while (performance.now() - start < ms) {
      await request(target, agent);
      answers++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  return (answers * 1000) / (performance.now() - start);
}

export async function throughputs(targets: readonly Target[], rounds: number, ms: number): Promise<number[]> {
  const found = targets.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [index, target] of targets.entries()) {
      const speed = await answersPerSecond(target, 10, ms);
      if (round >= 0) found[index]?.push(speed);
    }
  }
  return found.map(median);
}
