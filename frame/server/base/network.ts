import ipaddr from 'ipaddr.js';

/** An address without the port that some proxies write behind it: 10.0.0.1:5000, [2001:db8::1]:5000. */
const stripPort = (address: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/** The start of an IPv6 address, so many bits of it; IPv4, also where it is written as IPv6, as it is. */
function toNetworkPrefix(address: string, bits: number): string {
  const bare = stripPort(address);
  // Whatever else a proxy passes on counts as one network: nobody gets a new one by a new text.
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${parts.join(':')}::/${bits}`;
}

/** What guesses are counted by: an IPv4 address, or the 64 bits of IPv6 that one subscriber has all addresses below. */
export const getNetwork = (address: string): string => toNetworkPrefix(address, 64);

/** What many such networks may belong to together: a customer of a provider gets up to 48 bits of IPv6. */
export const getSiteNetwork = (address: string): string => toNetworkPrefix(address, 48);

const parseRange = (network: string) =>
  ipaddr.isValidCIDR(network)
    ? ipaddr.parseCIDR(network)
    : ipaddr.isValid(network)
      ? ipaddr.parseCIDR(`${network}/${ipaddr.parse(network).kind() === 'ipv4' ? 32 : 128}`)
      : undefined;

/** Whether a text names an address, or a network such as 10.0.0.0/8. */
export const isAddressOrNetwork = (text: string): boolean => parseRange(text) !== undefined;

/**
 * Recognises the proxies in front of the server: those on its own machine, and those at these addresses or in these
 * networks. What they forward for counts as who asks.
 */
export function createProxyCheck(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.flatMap((network) => {
    const range = parseRange(network);
    return range ? [range] : [];
  });
  return (address) => {
    const bare = stripPort(address);
    if (!ipaddr.isValid(bare)) return false;
    const parsed = ipaddr.process(bare);
    if (parsed.range() === 'loopback') return true;
    return ranges.some((range) => range[0].kind() === parsed.kind() && parsed.match(range as never));
  };
}
