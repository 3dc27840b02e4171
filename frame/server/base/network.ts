import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Removes the port that some proxies append: 10.0.0.1:5000, [2001:db8::1]:5000. */
const stripPort = (address: string): string =>
  /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;

/** Returns the network of an address: the first `bits` of IPv6, or a whole IPv4 address. IPv4 written as IPv6 counts as IPv4. */
function toNetworkPrefix(address: string, bits: number): string {
  const bare = stripPort(address);
  // All unreadable addresses count as one network, so that a made-up address gains no new attempts.
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const parts = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${parts.join(':')}::/${bits}`;
}

/** Returns the network of a subscriber, for limits and recognized addresses: an IPv4 address, or the /64 of IPv6. */
export const getNetwork = (address: string): string => toNetworkPrefix(address, 64);

/** Returns the /48 of an IPv6 address, which one customer of a provider may own. */
export const getSiteNetwork = (address: string): string => toNetworkPrefix(address, 48);

/** Reads `10.0.0.5`, `2001:db8::5` or `10.0.0.0/8`; not the short forms of ipaddr.js, by which 1 is 0.0.0.1. */
const parseRange = (network: string) => {
  if (isIP(network.split('/')[0] ?? '') === 0) return undefined;
  if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network);
  return ipaddr.isValid(network)
    ? ipaddr.parseCIDR(`${network}/${ipaddr.parse(network).kind() === 'ipv4' ? 32 : 128}`)
    : undefined;
};

/** True for an address or for a network such as 10.0.0.0/8. */
export const isAddressOrNetwork = (text: string): boolean => parseRange(text) !== undefined;

/** Creates a test for proxies whose forwarded client address counts: loopback, and these addresses or networks. */
export function createProxyCheck(networks: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const [network, bits] of networks.map(parseRange).filter((range) => range !== undefined))
    trusted.addSubnet(network.toString(), bits, network.kind());
  return (address) => {
    const bare = stripPort(address);
    if (!ipaddr.isValid(bare)) return false;
    const parsed = ipaddr.process(bare);
    return parsed.range() === 'loopback' || trusted.check(parsed.toString(), parsed.kind());
  };
}

/** True for a host name or address of this machine that no other machine reaches. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
  );
}
