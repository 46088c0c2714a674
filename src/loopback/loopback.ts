import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether a host can be reached only from this machine: `localhost` or a loopback address, in any spelling. An IPv6 address may be in
 * brackets, and may contain an IPv4 address.
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (name === 'localhost') return true;
  const version = isIP(name);
  return version !== 0 && LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
}
